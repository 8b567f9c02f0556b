// Everything a program needs to simulate a machine.
#pragma once

#include "bramah/channel.h"
#include "bramah/check.h"
#include "bramah/error.h"
#include "bramah/model.h"
#include "bramah/output.h"
#include "bramah/run.h"
#include "bramah/step.h"
