"""The crane's FMU stepped by FMPy, with the lift lever as crane.c moves it.

    bramah fmu models/patu655.yaml -o crane.fmu --inputs lift_lever --outputs lift.length
    python3 examples/fmi/crane.py crane.fmu
"""
import sys

import numpy
from fmpy import simulate_fmu

lever = numpy.array([(0.0, 4.0), (1.5, 4.0), (1.5, 0.0), (2.0, 0.0)],  # [V]
                    dtype=[("time", float), ("lift_lever", float)])
rows = simulate_fmu(sys.argv[1], fmi_type="CoSimulation", stop_time=2.0, output_interval=0.01, input=lever,
                    output=["lift.length"])
for row in rows[25::25]:
    print(f"{row['time']:5.2f} s  {1e3 * row['lift.length']:7.2f} mm")
sys.exit(0 if rows["lift.length"][-1] > rows["lift.length"][0] + 0.01 else 1)  # it has been lifted
