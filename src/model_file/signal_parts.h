// What the signal tables share: a signal while it is being read, and readers of its parts.
#pragma once

#include <string>

#include "model_file/key_table.h"

namespace bramah {

struct SignalItem : SignalSpec {
  SignalDraft draft;
  int kinds = 0;  // keys seen that choose a kind; must end as one
  // csv
  std::string file, time_column, value_column, unit_text;
  Where file_place;
  SensorLaw sensor;
};

// A list of [argument, value] pairs; arguments must increase.
void read_series(Reader& in, const Node& node, const KeyInfo& key, const std::string& x_unit,
                 SignalItem& signal);

// A name, or a list of names and {of, times} maps.
void read_terms(Reader& in, const Node& node, const KeyInfo& key, SignalItem& signal);

const Table<SignalItem>& sine_table();
const Table<SignalItem>& csv_table();
const Table<SignalItem>& random_table();
const Table<SignalItem>& gain_table();
const Table<SignalItem>& limit_table();
const Table<SignalItem>& filter_table();
const Table<SignalItem>& pid_table();
const Table<SignalItem>& lookup_table();
const Table<SignalItem>& sensor_table();

// Checks what the keys of random_table() say together.
void check_random(Reader& in, const Node& node, SignalItem& signal);

// Loads the samples named by the keys of csv_table().
void load_csv(Reader& in, SignalItem& signal);

// Stores a value and notes that it must have the dimension of the signal's input or output.
Store<SignalItem> like_input(double SignalSpec::*member);
Store<SignalItem> like_output(double SignalSpec::*member);

}  // namespace bramah
