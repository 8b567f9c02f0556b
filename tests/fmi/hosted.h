// An FMU of a machine, unpacked, and the host of host.c that runs it.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "bramah/fmi.h"
#include "fmi/archive.h"
#include "model_file/scratch_folder.h"

namespace bramah {

inline std::string model_path(const std::string& name) {
  return std::string(BRAMAH_SOURCE_DIR) + "/models/" + name + ".yaml";
}

struct Answer {
  int status = -1;
  std::vector<double> values;
};

class Hosted {
 public:
  // Unless it is to be `packed`, the binary stays where it was built: packing takes most of the time here.
  Hosted(const std::string& machine, FmuOptions options, const LoadOptions& load = {},
         bool packed = false)
      : version_(options.version) {
    const std::string binary = std::string(BRAMAH_BINARY_DIR) + "/bramah_fmu.so";
    options.library = packed ? binary : machine;
    path = folder_.file("machine.fmu");
    plan = write_fmu(path, machine, load, options);
    plan_step = bramah::load(plan.files, plan.options).step_size();
    open_archive(path).unpack(folder_.file("unpacked"));
    library = packed ? folder_.file("unpacked") + "/binaries/" +
                           (version_ == 2 ? "linux64/" : "x86_64-linux/") +
                           fmu_identifier(machine) + ".so"
                     : binary;
  }

  unsigned reference(const std::string& name) const {
    for (std::size_t k = 0; k < plan.variables.size(); ++k)
      if (plan.variables[k].name == name) return static_cast<unsigned>(k);
    ADD_FAILURE() << "no variable " << name;
    return 0;
  }
  std::vector<unsigned> references(FmuVariable::Role role) const {
    std::vector<unsigned> all;
    for (std::size_t k = 0; k < plan.variables.size(); ++k)
      if (plan.variables[k].role == role) all.push_back(static_cast<unsigned>(k));
    return all;
  }

  // One process; an answer for each line of the script.
  std::vector<Answer> run(const std::string& script, const std::string& token = {}) {
    const std::string in = folder_.file("script"), out = folder_.file("answers");
    std::ofstream(in) << script;
    const std::string command = under + std::string(BRAMAH_BINARY_DIR) + "/tests/fmu_host " +
                                std::to_string(version_) + " " + library + " " +
                                folder_.file("unpacked") + "/resources '" +
                                (token.empty() ? plan.token : token) + "' < " + in + " > " + out +
                                " 2> " + folder_.file("log");
    exit_code = std::system(command.c_str());
    std::vector<Answer> answers;
    std::ifstream file(out);
    for (std::string line; std::getline(file, line);) {
      std::istringstream words(line);
      Answer answer;
      words >> answer.status;
      for (std::string word; words >> word;)
        answer.values.push_back(std::strtod(word.c_str(), nullptr));
      answers.push_back(std::move(answer));
    }
    return answers;
  }

  std::string log() const {
    std::ifstream file(folder_.file("log"));
    return {std::istreambuf_iterator<char>(file), {}};
  }
  std::string file(const std::string& name) const { return folder_.file(name); }

  std::string under;  // a program that runs the host: "valgrind -q "
  std::string path, library;
  FmuPlan plan;
  double plan_step = 0.0;  // [s] of the machine
  int exit_code = 0;

 private:
  int version_;
  ScratchFolder folder_;
};

inline std::string words(const std::string& head, const std::vector<unsigned>& numbers) {
  std::string text = head;
  for (const unsigned n : numbers) text += " " + std::to_string(n);
  return text + "\n";
}

inline std::string hexadecimal(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%a", value);
  return text;
}

// From time to time + length, then the outputs.
inline std::string step_and_get(int i, double time, double length,
                                const std::vector<unsigned>& outputs) {
  return "step " + std::to_string(i) + " " + hexadecimal(time) + " " + hexadecimal(length) + "\n" +
         words("get " + std::to_string(i), outputs);
}

}  // namespace bramah
