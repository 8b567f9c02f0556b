/* The crane's FMU, lifted for two seconds by 40 lines of C; run.sh exports, unpacks and runs it. */
#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "bramah/fmi2.h"

static void say(void* environment, fmi2String name, fmi2Status status, fmi2String category,
                fmi2String message, ...) {
  va_list list;
  va_start(list, message);
  vfprintf(stderr, message, list);
  va_end(list);
  (void)environment, (void)name, (void)status, (void)category;
}

#define FMU(function) ((__typeof__(&function))dlsym(library, #function))

/* crane LIBRARY RESOURCES GUID LEVER LENGTH: value references of lift_lever and lift.length */
int main(int argc, char** argv) {
  if (argc != 6) return 2;
  void* library = dlopen(argv[1], RTLD_NOW);
  if (!library) return fprintf(stderr, "%s\n", dlerror()), 3;
  const fmi2CallbackFunctions callbacks = {say, calloc, free, NULL, NULL};
  const fmi2ValueReference lever = atoi(argv[4]), length = atoi(argv[5]);
  fmi2Component crane =
      FMU(fmi2Instantiate)("crane", fmi2CoSimulation, argv[3], argv[2], &callbacks, 0, 0);
  if (!crane) return 3;
  FMU(fmi2SetupExperiment)(crane, 0, 0, 0, 0, 0);
  FMU(fmi2EnterInitializationMode)(crane);
  FMU(fmi2ExitInitializationMode)(crane);
  double first = 0.0, last = 0.0;
  FMU(fmi2GetReal)(crane, &length, 1, &first);
  for (int k = 0; k < 200; ++k) {
    const double command = k < 150 ? 4.0 : 0.0; /* V */
    FMU(fmi2SetReal)(crane, &lever, 1, &command);
    if (FMU(fmi2DoStep)(crane, k * 0.01, 0.01, 1) != fmi2OK) return 1;
    FMU(fmi2GetReal)(crane, &length, 1, &last);
    if (k % 25 == 24) printf("%5.2f s  %7.2f mm\n", (k + 1) * 0.01, 1e3 * last);
  }
  FMU(fmi2FreeInstance)(crane);
  return last > first + 0.01 ? 0 : 1; /* it has been lifted */
}
