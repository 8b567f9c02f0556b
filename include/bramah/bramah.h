// Everything a program needs to simulate a machine.
#pragma once

#include "bramah/analysis.h"
#include "bramah/basics.h"
#include "bramah/model.h"
#include "bramah/run.h"
