// The functions of FMI 3.0: co-simulation. Clocks, events and other kinds are refused.
#include "bramah/fmi3.h"

#include <cstring>

#include "host.h"

using bramah::InputError;
using namespace bramah::fmi;

namespace {

struct Hosted3 : Hosted {
  fmi3InstanceEnvironment environment = nullptr;
  fmi3IntermediateUpdateCallback update = nullptr;
  bool early_return = false;
};

Hosted* host_of(fmi3Instance c) { return static_cast<Hosted*>(c); }
fmi3Status given(Status status) { return static_cast<fmi3Status>(status); }

template <class Work>
fmi3Status with(fmi3Instance c, const Work& work) {
  return given(guarded(host_of(c), work));
}

fmi3Status only_empty(fmi3Instance c, size_t count, const char* type) {
  return with(c, [&](Hosted&) {
    if (count > 0) throw InputError(std::string("there are no variables of type ") + type);
  });
}

fmi3Status refuse(fmi3Instance c, const char* what) {
  return with(c, [&](Hosted&) { throw InputError(std::string(what) + ": is not offered"); });
}

void expect_same(size_t values, size_t references) {
  if (values != references)
    throw InputError("as many values as references are expected: variables are no arrays");
}

Kept* kept_of(fmi3FMUState state) {
  if (!state) throw InputError("no state was given");
  return static_cast<Kept*>(state);
}

}  // namespace

extern "C" {

const char* fmi3GetVersion(void) { return "3.0"; }

fmi3Status fmi3SetDebugLogging(fmi3Instance c, fmi3Boolean on, size_t, const fmi3String[]) {
  return with(c, [&](Hosted& host) { host.logging = on; });
}

fmi3Instance fmi3InstantiateCoSimulation(fmi3String name, fmi3String token, fmi3String resources,
                                         fmi3Boolean, fmi3Boolean logging, fmi3Boolean event_mode,
                                         fmi3Boolean early_return, const fmi3ValueReference[],
                                         size_t, fmi3InstanceEnvironment environment,
                                         fmi3LogMessageCallback log,
                                         fmi3IntermediateUpdateCallback update) {
  try {
    auto host = std::make_unique<Hosted3>();
    host->name = name ? name : "";
    host->logging = logging;
    host->environment = environment;
    host->update = update;
    host->early_return = early_return;
    if (log)
      host->send = [log, environment](Status status, const char* category, const char* text) {
        log(environment, given(status), category, text);
      };
    if (event_mode || !token || !resources) {
      host->say(Status::error,
                event_mode ? "event mode is not offered" : "no token or no folder of resources");
      return nullptr;
    }
    return make_hosted(std::move(host), resources, token);
  } catch (...) {
    return nullptr;
  }
}

fmi3Instance fmi3InstantiateModelExchange(fmi3String, fmi3String, fmi3String, fmi3Boolean,
                                          fmi3Boolean, fmi3InstanceEnvironment environment,
                                          fmi3LogMessageCallback log) {
  if (log) log(environment, fmi3Error, "logStatusError", "this FMU is for co-simulation");
  return nullptr;
}

fmi3Instance fmi3InstantiateScheduledExecution(fmi3String, fmi3String, fmi3String, fmi3Boolean,
                                               fmi3Boolean, fmi3InstanceEnvironment environment,
                                               fmi3LogMessageCallback log, fmi3ClockUpdateCallback,
                                               fmi3LockPreemptionCallback,
                                               fmi3UnlockPreemptionCallback) {
  if (log) log(environment, fmi3Error, "logStatusError", "this FMU is for co-simulation");
  return nullptr;
}

void fmi3FreeInstance(fmi3Instance c) { delete static_cast<Hosted3*>(host_of(c)); }

fmi3Status fmi3EnterInitializationMode(fmi3Instance c, fmi3Boolean, fmi3Float64, fmi3Float64 start,
                                       fmi3Boolean, fmi3Float64) {
  return with(c, [&](Hosted& host) {
    host.instance->enter_initialization();
    host.instance->set_start(start);
  });
}
fmi3Status fmi3ExitInitializationMode(fmi3Instance c) {
  return with(c, [](Hosted& host) { host.instance->exit_initialization(); });
}
fmi3Status fmi3Terminate(fmi3Instance c) {
  return with(c, [](Hosted& host) { host.instance->terminate(); });
}
fmi3Status fmi3Reset(fmi3Instance c) {
  return with(c, [](Hosted& host) { host.instance->reset(); });
}
fmi3Status fmi3EnterStepMode(fmi3Instance c) { return refuse(c, "EnterStepMode"); }
fmi3Status fmi3EnterEventMode(fmi3Instance c) { return refuse(c, "EnterEventMode"); }
fmi3Status fmi3EnterConfigurationMode(fmi3Instance c) {
  return refuse(c, "EnterConfigurationMode");
}
fmi3Status fmi3ExitConfigurationMode(fmi3Instance c) { return refuse(c, "ExitConfigurationMode"); }

// ----------------------------------------------------------------------------------------- values
fmi3Status fmi3GetFloat64(fmi3Instance c, const fmi3ValueReference r[], size_t n,
                          fmi3Float64 values[], size_t count) {
  return with(c, [&](Hosted& host) {
    expect_same(count, n);
    host.instance->get({r, n}, {values, n});
  });
}
fmi3Status fmi3SetFloat64(fmi3Instance c, const fmi3ValueReference r[], size_t n,
                          const fmi3Float64 values[], size_t count) {
  return with(c, [&](Hosted& host) {
    expect_same(count, n);
    host.instance->set({r, n}, {values, n});
  });
}

#define NO_VARIABLES_OF(Type)                                                                  \
  fmi3Status fmi3Get##Type(fmi3Instance c, const fmi3ValueReference[], size_t n, fmi3##Type[], \
                           size_t) {                                                           \
    return only_empty(c, n, #Type);                                                            \
  }                                                                                            \
  fmi3Status fmi3Set##Type(fmi3Instance c, const fmi3ValueReference[], size_t n,               \
                           const fmi3##Type[], size_t) {                                       \
    return only_empty(c, n, #Type);                                                            \
  }
NO_VARIABLES_OF(Float32)
NO_VARIABLES_OF(Int8)
NO_VARIABLES_OF(UInt8)
NO_VARIABLES_OF(Int16)
NO_VARIABLES_OF(UInt16)
NO_VARIABLES_OF(Int32)
NO_VARIABLES_OF(UInt32)
NO_VARIABLES_OF(Int64)
NO_VARIABLES_OF(UInt64)
NO_VARIABLES_OF(Boolean)
NO_VARIABLES_OF(String)
#undef NO_VARIABLES_OF
fmi3Status fmi3GetBinary(fmi3Instance c, const fmi3ValueReference[], size_t n, size_t[],
                         fmi3Binary[], size_t) {
  return only_empty(c, n, "Binary");
}
fmi3Status fmi3SetBinary(fmi3Instance c, const fmi3ValueReference[], size_t n, const size_t[],
                         const fmi3Binary[], size_t) {
  return only_empty(c, n, "Binary");
}
fmi3Status fmi3GetClock(fmi3Instance c, const fmi3ValueReference[], size_t n, fmi3Clock[]) {
  return only_empty(c, n, "Clock");
}
fmi3Status fmi3SetClock(fmi3Instance c, const fmi3ValueReference[], size_t n, const fmi3Clock[]) {
  return only_empty(c, n, "Clock");
}
// Dependencies do not change with structural parameters: those of the description hold.
fmi3Status fmi3GetNumberOfVariableDependencies(fmi3Instance c, fmi3ValueReference, size_t*) {
  return refuse(c, "GetNumberOfVariableDependencies");
}
fmi3Status fmi3GetVariableDependencies(fmi3Instance c, fmi3ValueReference, size_t[],
                                       fmi3ValueReference[], size_t[], fmi3DependencyKind[],
                                       size_t) {
  return refuse(c, "GetVariableDependencies");
}

// ------------------------------------------------------------------------------------------ state
fmi3Status fmi3GetFMUState(fmi3Instance c, fmi3FMUState* state) {
  return with(c, [&](Hosted& host) {
    if (*state)
      *kept_of(*state) = host.instance->keep();
    else
      *state = new Kept(host.instance->keep());
  });
}
fmi3Status fmi3SetFMUState(fmi3Instance c, fmi3FMUState state) {
  return with(c, [&](Hosted& host) { host.instance->restore(*kept_of(state)); });
}
fmi3Status fmi3FreeFMUState(fmi3Instance c, fmi3FMUState* state) {
  return with(c, [&](Hosted&) {
    if (state) delete static_cast<Kept*>(*state), *state = nullptr;
  });
}
fmi3Status fmi3SerializedFMUStateSize(fmi3Instance c, fmi3FMUState state, size_t* size) {
  return with(c, [&](Hosted& host) { *size = host.instance->serialize(*kept_of(state)).size(); });
}
fmi3Status fmi3SerializeFMUState(fmi3Instance c, fmi3FMUState state, fmi3Byte bytes[],
                                 size_t size) {
  return with(c, [&](Hosted& host) {
    const auto all = host.instance->serialize(*kept_of(state));
    if (all.size() > size) throw InputError("the array for the state is too small");
    std::memcpy(bytes, all.data(), all.size());
  });
}
fmi3Status fmi3DeserializeFMUState(fmi3Instance c, const fmi3Byte bytes[], size_t size,
                                   fmi3FMUState* state) {
  return with(c, [&](Hosted& host) {
    Kept kept = host.instance->deserialize({bytes, size});
    if (*state)
      *kept_of(*state) = std::move(kept);
    else
      *state = new Kept(std::move(kept));
  });
}

// ------------------------------------------------------------------------------------ derivatives
fmi3Status fmi3GetDirectionalDerivative(fmi3Instance c, const fmi3ValueReference unknowns[],
                                        size_t n, const fmi3ValueReference knowns[], size_t m,
                                        const fmi3Float64 seed[], size_t seeds,
                                        fmi3Float64 sensitivity[], size_t sensitivities) {
  return with(c, [&](Hosted& host) {
    expect_same(seeds, m), expect_same(sensitivities, n);
    host.instance->forward({unknowns, n}, {knowns, m}, {seed, m}, {sensitivity, n});
  });
}
fmi3Status fmi3GetAdjointDerivative(fmi3Instance c, const fmi3ValueReference unknowns[], size_t n,
                                    const fmi3ValueReference knowns[], size_t m,
                                    const fmi3Float64 seed[], size_t seeds,
                                    fmi3Float64 sensitivity[], size_t sensitivities) {
  return with(c, [&](Hosted& host) {
    expect_same(seeds, n), expect_same(sensitivities, m);
    host.instance->backward({unknowns, n}, {knowns, m}, {seed, n}, {sensitivity, m});
  });
}
fmi3Status fmi3GetOutputDerivatives(fmi3Instance c, const fmi3ValueReference r[], size_t n,
                                    const fmi3Int32 orders[], fmi3Float64 values[], size_t count) {
  return with(c, [&](Hosted& host) {
    expect_same(count, n);
    for (size_t k = 0; k < n; ++k)
      if (orders[k] != 1) throw InputError("derivatives of order 1 alone are offered");
    host.instance->get_rates({r, n}, {values, n});
  });
}

// ------------------------------------------------------------------------------------------- step
// After every tick inside the step the host may read outputs, and end the step there.
fmi3Status fmi3DoStep(fmi3Instance c, fmi3Float64 time, fmi3Float64 step, fmi3Boolean,
                      fmi3Boolean* event_needed, fmi3Boolean* terminate, fmi3Boolean* early_return,
                      fmi3Float64* last_time) {
  const auto set = [](auto* where, auto value) {
    if (where) *where = value;
  };
  set(event_needed, false), set(terminate, false), set(early_return, false);
  set(last_time, time);
  return with(c, [&](Hosted& plain) {
    Hosted3& host = static_cast<Hosted3&>(plain);
    bool early = false;
    const auto tell = [&](double now) {
      fmi3Boolean wish = false;
      fmi3Float64 wished = now;
      host.update(host.environment, now, false, true, true, host.early_return, &wish, &wished);
      return early = wish && host.early_return;
    };
    host.last_time =
        host.instance->step(time, step, host.update ? std::function<bool(double)>(tell) : nullptr);
    set(early_return, early), set(last_time, host.last_time);
  });
}

// ------------------------------------------------------------------------- what is not offered
fmi3Status fmi3GetIntervalDecimal(fmi3Instance c, const fmi3ValueReference[], size_t n,
                                  fmi3Float64[], fmi3IntervalQualifier[]) {
  return only_empty(c, n, "Clock");
}
fmi3Status fmi3GetIntervalFraction(fmi3Instance c, const fmi3ValueReference[], size_t n,
                                   fmi3UInt64[], fmi3UInt64[], fmi3IntervalQualifier[]) {
  return only_empty(c, n, "Clock");
}
fmi3Status fmi3GetShiftDecimal(fmi3Instance c, const fmi3ValueReference[], size_t n,
                               fmi3Float64[]) {
  return only_empty(c, n, "Clock");
}
fmi3Status fmi3GetShiftFraction(fmi3Instance c, const fmi3ValueReference[], size_t n, fmi3UInt64[],
                                fmi3UInt64[]) {
  return only_empty(c, n, "Clock");
}
fmi3Status fmi3SetIntervalDecimal(fmi3Instance c, const fmi3ValueReference[], size_t n,
                                  const fmi3Float64[]) {
  return only_empty(c, n, "Clock");
}
fmi3Status fmi3SetIntervalFraction(fmi3Instance c, const fmi3ValueReference[], size_t n,
                                   const fmi3UInt64[], const fmi3UInt64[]) {
  return only_empty(c, n, "Clock");
}
fmi3Status fmi3SetShiftDecimal(fmi3Instance c, const fmi3ValueReference[], size_t n,
                               const fmi3Float64[]) {
  return only_empty(c, n, "Clock");
}
fmi3Status fmi3SetShiftFraction(fmi3Instance c, const fmi3ValueReference[], size_t n,
                                const fmi3UInt64[], const fmi3UInt64[]) {
  return only_empty(c, n, "Clock");
}
fmi3Status fmi3EvaluateDiscreteStates(fmi3Instance c) {
  return refuse(c, "EvaluateDiscreteStates");
}
fmi3Status fmi3UpdateDiscreteStates(fmi3Instance c, fmi3Boolean*, fmi3Boolean*, fmi3Boolean*,
                                    fmi3Boolean*, fmi3Boolean*, fmi3Float64*) {
  return refuse(c, "UpdateDiscreteStates");
}
fmi3Status fmi3EnterContinuousTimeMode(fmi3Instance c) {
  return refuse(c, "EnterContinuousTimeMode");
}
fmi3Status fmi3CompletedIntegratorStep(fmi3Instance c, fmi3Boolean, fmi3Boolean*, fmi3Boolean*) {
  return refuse(c, "CompletedIntegratorStep");
}
fmi3Status fmi3SetTime(fmi3Instance c, fmi3Float64) { return refuse(c, "SetTime"); }
fmi3Status fmi3SetContinuousStates(fmi3Instance c, const fmi3Float64[], size_t) {
  return refuse(c, "SetContinuousStates");
}
fmi3Status fmi3GetContinuousStateDerivatives(fmi3Instance c, fmi3Float64[], size_t) {
  return refuse(c, "GetContinuousStateDerivatives");
}
fmi3Status fmi3GetEventIndicators(fmi3Instance c, fmi3Float64[], size_t) {
  return refuse(c, "GetEventIndicators");
}
fmi3Status fmi3GetContinuousStates(fmi3Instance c, fmi3Float64[], size_t) {
  return refuse(c, "GetContinuousStates");
}
fmi3Status fmi3GetNominalsOfContinuousStates(fmi3Instance c, fmi3Float64[], size_t) {
  return refuse(c, "GetNominalsOfContinuousStates");
}
fmi3Status fmi3GetNumberOfEventIndicators(fmi3Instance c, size_t*) {
  return refuse(c, "GetNumberOfEventIndicators");
}
fmi3Status fmi3GetNumberOfContinuousStates(fmi3Instance c, size_t*) {
  return refuse(c, "GetNumberOfContinuousStates");
}
fmi3Status fmi3ActivateModelPartition(fmi3Instance c, fmi3ValueReference, fmi3Float64) {
  return refuse(c, "ActivateModelPartition");
}

}  // extern "C"
