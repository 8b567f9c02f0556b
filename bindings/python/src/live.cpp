// The live page for a machine that Python steps.
#include <pybind11/pybind11.h>

#include <atomic>
#include <future>
#include <thread>

#include "bramah/serve.h"
#include "errors.h"
#include "run.h"

namespace bramah::python {
namespace {

// Serves on a thread of its own until it is closed; that thread never touches Python.
class LivePage {
 public:
  LivePage(std::shared_ptr<const PyModel> model, int port) : model_(std::move(model)) {
    std::promise<ServeAddress> ready;
    std::future<ServeAddress> address = ready.get_future();
    ServeOptions options;
    options.port = port;
    options.feed = feed_;
    options.stop = [this] { return closing_.load(); };
    // `ready` lives until it has heard one of the two.
    thread_ = std::thread([this, &ready, options]() mutable {
      bool told = false;
      options.ready = [&](const ServeAddress& found) { told = true, ready.set_value(found); };
      try {
        serve(model_->model, model_->files.path, options);
      } catch (...) {
        if (!told) ready.set_exception(std::current_exception());
      }
    });
    try {
      const py::gil_scoped_release free;
      address_ = address.get();
    } catch (...) {
      thread_.join();
      throw;
    }
  }
  ~LivePage() { close(); }

  const ServeAddress& address() const noexcept { return address_; }
  void show(const PyState& state) {
    model_->expect(state);
    if (!thread_.joinable()) throw InputError("the page is closed");
    feed_->put(state.state);
  }
  void close() {
    if (!thread_.joinable()) return;
    closing_ = true;
    const py::gil_scoped_release free;
    thread_.join();
  }

 private:
  std::shared_ptr<const PyModel> model_;
  std::shared_ptr<StateFeed> feed_ = std::make_shared<StateFeed>();
  std::atomic<bool> closing_{false};
  ServeAddress address_;
  std::thread thread_;
};

}  // namespace

void bind_live(py::module_& module) {
  py::class_<LivePage>(module, "LivePage",
                       "The live page of a machine that is stepped here; it shows States.")
      .def(py::init<std::shared_ptr<PyModel>, int>(), py::arg("model"), py::arg("port") = 0)
      .def_property_readonly("url", [](const LivePage& page) { return page.address().url; })
      .def_property_readonly("port", [](const LivePage& page) { return page.address().port; })
      .def("show", &LivePage::show, py::arg("state"), "what clients see from now on")
      .def("close", &LivePage::close, "ends the server; clients see the connection end");
}

}  // namespace bramah::python
