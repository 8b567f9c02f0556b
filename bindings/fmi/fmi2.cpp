// The functions of FMI 2.0 for co-simulation.
#include "bramah/fmi2.h"

#include <cstring>

#include "host.h"

using bramah::InputError;
using namespace bramah::fmi;

namespace {

Hosted* host_of(fmi2Component c) { return static_cast<Hosted*>(c); }
fmi2Status given(Status status) { return static_cast<fmi2Status>(status); }

template <class Work>
fmi2Status with(fmi2Component c, const Work& work) {
  return given(guarded(host_of(c), work));
}

// Variables are real numbers; a list of another type may only be empty.
fmi2Status only_empty(fmi2Component c, size_t count, const char* type) {
  return with(c, [&](Hosted&) {
    if (count > 0) throw InputError(std::string("there are no variables of type ") + type);
  });
}

void expect_order_1(std::span<const fmi2Integer> orders) {
  for (const fmi2Integer order : orders)
    if (order != 1) throw InputError("derivatives of order 1 alone are offered");
}

Kept* kept_of(fmi2FMUstate state) {
  if (!state) throw InputError("no state was given");
  return static_cast<Kept*>(state);
}

}  // namespace

extern "C" {

const char* fmi2GetTypesPlatform(void) { return "default"; }
const char* fmi2GetVersion(void) { return "2.0"; }

fmi2Status fmi2SetDebugLogging(fmi2Component c, fmi2Boolean on, size_t, const fmi2String[]) {
  return with(c, [&](Hosted& host) { host.logging = on; });
}

fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources,
                              const fmi2CallbackFunctions* callbacks, fmi2Boolean,
                              fmi2Boolean logging) {
  try {
    auto host = std::make_unique<Hosted>();
    host->name = name ? name : "";
    host->logging = logging;
    if (callbacks && callbacks->logger) {
      host->send = [call = *callbacks, who = host->name](Status status, const char* category,
                                                         const char* text) {
        call.logger(call.componentEnvironment, who.c_str(), given(status), category, "%s", text);
      };
    }
    if (type != fmi2CoSimulation || !guid || !resources) {
      host->say(Status::error, type != fmi2CoSimulation ? "this FMU is for co-simulation"
                                                        : "no GUID or no folder of resources");
      return nullptr;
    }
    return make_hosted(std::move(host), resources, guid);
  } catch (...) {
    return nullptr;
  }
}

void fmi2FreeInstance(fmi2Component c) { delete host_of(c); }

fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean, fmi2Real, fmi2Real start, fmi2Boolean,
                               fmi2Real) {
  return with(c, [&](Hosted& host) { host.instance->set_start(start); });
}
fmi2Status fmi2EnterInitializationMode(fmi2Component c) {
  return with(c, [](Hosted& host) { host.instance->enter_initialization(); });
}
fmi2Status fmi2ExitInitializationMode(fmi2Component c) {
  return with(c, [](Hosted& host) {
    host.instance->exit_initialization();
    host.last_time = host.instance->time();
  });
}
fmi2Status fmi2Terminate(fmi2Component c) {
  return with(c, [](Hosted& host) { host.instance->terminate(); });
}
fmi2Status fmi2Reset(fmi2Component c) {
  return with(c, [](Hosted& host) { host.instance->reset(); });
}

fmi2Status fmi2GetReal(fmi2Component c, const fmi2ValueReference r[], size_t n, fmi2Real values[]) {
  return with(c, [&](Hosted& host) { host.instance->get({r, n}, {values, n}); });
}
fmi2Status fmi2SetReal(fmi2Component c, const fmi2ValueReference r[], size_t n,
                       const fmi2Real values[]) {
  return with(c, [&](Hosted& host) { host.instance->set({r, n}, {values, n}); });
}
fmi2Status fmi2GetInteger(fmi2Component c, const fmi2ValueReference[], size_t n, fmi2Integer[]) {
  return only_empty(c, n, "Integer");
}
fmi2Status fmi2GetBoolean(fmi2Component c, const fmi2ValueReference[], size_t n, fmi2Boolean[]) {
  return only_empty(c, n, "Boolean");
}
fmi2Status fmi2GetString(fmi2Component c, const fmi2ValueReference[], size_t n, fmi2String[]) {
  return only_empty(c, n, "String");
}
fmi2Status fmi2SetInteger(fmi2Component c, const fmi2ValueReference[], size_t n,
                          const fmi2Integer[]) {
  return only_empty(c, n, "Integer");
}
fmi2Status fmi2SetBoolean(fmi2Component c, const fmi2ValueReference[], size_t n,
                          const fmi2Boolean[]) {
  return only_empty(c, n, "Boolean");
}
fmi2Status fmi2SetString(fmi2Component c, const fmi2ValueReference[], size_t n,
                         const fmi2String[]) {
  return only_empty(c, n, "String");
}

fmi2Status fmi2GetFMUstate(fmi2Component c, fmi2FMUstate* state) {
  return with(c, [&](Hosted& host) {
    if (*state)
      *kept_of(*state) = host.instance->keep();
    else
      *state = new Kept(host.instance->keep());
  });
}
fmi2Status fmi2SetFMUstate(fmi2Component c, fmi2FMUstate state) {
  return with(c, [&](Hosted& host) {
    host.instance->restore(*kept_of(state));
    host.last_time = host.instance->time();
  });
}
fmi2Status fmi2FreeFMUstate(fmi2Component c, fmi2FMUstate* state) {
  return with(c, [&](Hosted&) {
    if (state) delete static_cast<Kept*>(*state), *state = nullptr;
  });
}
fmi2Status fmi2SerializedFMUstateSize(fmi2Component c, fmi2FMUstate state, size_t* size) {
  return with(c, [&](Hosted& host) { *size = host.instance->serialize(*kept_of(state)).size(); });
}
fmi2Status fmi2SerializeFMUstate(fmi2Component c, fmi2FMUstate state, fmi2Byte bytes[],
                                 size_t size) {
  return with(c, [&](Hosted& host) {
    const auto all = host.instance->serialize(*kept_of(state));
    if (all.size() > size) throw InputError("the array for the state is too small");
    std::memcpy(bytes, all.data(), all.size());
  });
}
fmi2Status fmi2DeSerializeFMUstate(fmi2Component c, const fmi2Byte bytes[], size_t size,
                                   fmi2FMUstate* state) {
  return with(c, [&](Hosted& host) {
    Kept kept = host.instance->deserialize({reinterpret_cast<const std::uint8_t*>(bytes), size});
    if (*state)
      *kept_of(*state) = std::move(kept);
    else
      *state = new Kept(std::move(kept));
  });
}

fmi2Status fmi2GetDirectionalDerivative(fmi2Component c, const fmi2ValueReference unknowns[],
                                        size_t n, const fmi2ValueReference knowns[], size_t m,
                                        const fmi2Real seed[], fmi2Real sensitivity[]) {
  return with(c, [&](Hosted& host) {
    host.instance->forward({unknowns, n}, {knowns, m}, {seed, m}, {sensitivity, n});
  });
}
fmi2Status fmi2SetRealInputDerivatives(fmi2Component c, const fmi2ValueReference r[], size_t n,
                                       const fmi2Integer orders[], const fmi2Real values[]) {
  return with(c, [&](Hosted& host) {
    expect_order_1({orders, n});
    host.instance->set_rates({r, n}, {values, n});
  });
}
fmi2Status fmi2GetRealOutputDerivatives(fmi2Component c, const fmi2ValueReference r[], size_t n,
                                        const fmi2Integer orders[], fmi2Real values[]) {
  return with(c, [&](Hosted& host) {
    expect_order_1({orders, n});
    host.instance->get_rates({r, n}, {values, n});
  });
}

fmi2Status fmi2DoStep(fmi2Component c, fmi2Real time, fmi2Real step, fmi2Boolean) {
  return with(c, [&](Hosted& host) { host.last_time = host.instance->step(time, step, nullptr); });
}
fmi2Status fmi2CancelStep(fmi2Component c) {
  return with(c,
              [](Hosted&) { throw InputError("CancelStep: steps are done when DoStep returns"); });
}
fmi2Status fmi2GetStatus(fmi2Component, fmi2StatusKind, fmi2Status*) { return fmi2Discard; }
fmi2Status fmi2GetRealStatus(fmi2Component c, fmi2StatusKind kind, fmi2Real* value) {
  if (kind != fmi2LastSuccessfulTime) return fmi2Discard;
  return with(c, [&](Hosted& host) { *value = host.last_time; });
}
fmi2Status fmi2GetIntegerStatus(fmi2Component, fmi2StatusKind, fmi2Integer*) { return fmi2Discard; }
fmi2Status fmi2GetBooleanStatus(fmi2Component, fmi2StatusKind kind, fmi2Boolean* value) {
  if (kind != fmi2Terminated) return fmi2Discard;
  *value = fmi2False;
  return fmi2OK;
}
fmi2Status fmi2GetStringStatus(fmi2Component, fmi2StatusKind, fmi2String*) { return fmi2Discard; }

}  // extern "C"
