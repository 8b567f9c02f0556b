// Independent jobs on several threads, with one progress bar.
#pragma once

#include <cstddef>
#include <functional>

namespace bramah {

// Calls work(k, report) once for every k < count, in this order as threads become free. `report`
// takes the fraction of job k that is done; it throws, to end the job, once the pool was stopped.
// `progress` gets the fraction of all jobs, in the calling thread, about ten times a second; what
// it throws stops the pool and is thrown on. So is the first exception of a job.
using PoolReport = std::function<void(double fraction)>;
using PoolWork = std::function<void(std::size_t k, const PoolReport& report)>;
void run_pool(std::size_t count, int threads, const PoolWork& work,
              const std::function<void(double)>& progress);

}  // namespace bramah
