#include "analysis/reference_shelf.h"

#include <algorithm>

namespace bramah {

ReferenceShelf::Truth ReferenceShelf::get(const std::string& group,
                                          const std::function<StudyTruth()>& make) {
  std::promise<Truth> promise;
  std::shared_future<Truth> truth;
  bool mine = false;
  {
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::find(places_, group, &Place::group);
    if (found != places_.end()) {
      places_.splice(places_.begin(), places_, found);
    } else {
      mine = true;
      places_.push_front({group, promise.get_future().share()});
      if (places_.size() > kMost) places_.pop_back();  // who waits for it holds it
    }
    truth = places_.front().truth;
  }
  if (mine) try {
      promise.set_value(std::make_shared<const StudyTruth>(make()));
    } catch (...) {
      promise.set_exception(std::current_exception());
      const std::lock_guard lock(mutex_);
      std::erase_if(places_, [&](const Place& place) { return place.group == group; });
    }
  return truth.get();
}

}  // namespace bramah
