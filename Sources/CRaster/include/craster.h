// Pixel loops that need vector instructions chosen at run time. Each has a plain Swift reference in the tests.
#pragma once
#include <stdint.h>
#include "faces.h"
#include "glow.h"
#include "ground.h"
