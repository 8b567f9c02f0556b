// The key tables of all sections, and the readers made from them.
#pragma once

#include <vector>

#include "bramah/description.h"
#include "model_file/key_info.h"
#include "model_file/reader.h"

namespace bramah {

// Each reads one section; what cannot be read is noted in the reader's problems.
void read_ground(Reader& in, const Node& node, MachineDescription& machine);
std::vector<BodySpec> read_bodies(Reader& in, const Node& node);
std::vector<JointSpec> read_joints(Reader& in, const Node& node);
// Adds joints, and points to the ground and the bodies, which must have been read.
void read_chains(Reader& in, const Node& node, MachineDescription& machine);
std::vector<SpringSpec> read_springs(Reader& in, const Node& node);
std::vector<ForceSpec> read_forces(Reader& in, const Node& node);
std::vector<ElementSpec> read_elements(Reader& in, const Node& node);
TerrainSpec read_terrain(Reader& in, const Node& node);
SoilSpec read_soil(Reader& in, const Node& node);
std::vector<BucketSpec> read_buckets(Reader& in, const Node& node);
std::vector<StabilitySpec> read_stability(Reader& in, const Node& node);
std::vector<FluidSpec> read_fluid(Reader& in, const Node& node);
std::vector<FluidSpec> read_fluids(Reader& in, const Node& node);
std::vector<SourceSpec> read_sources(Reader& in, const Node& node);
std::vector<VolumeSpec> read_volumes(Reader& in, const Node& node);
std::vector<LeakageSpec> read_leakages(Reader& in, const Node& node);
std::vector<OrificeSpec> read_orifices(Reader& in, const Node& node);
std::vector<ValveSpec> read_valves(Reader& in, const Node& node);
std::vector<CylinderSpec> read_cylinders(Reader& in, const Node& node);
std::vector<ShaftSpec> read_shafts(Reader& in, const Node& node);
std::vector<ComponentSpec> read_components(Reader& in, const Node& node);
// Parts from outside the library, for read_components().
void take_parts(Reader& in, const std::vector<const PartInfo*>& parts);
std::vector<SignalSpec> read_signals(Reader& in, const Node& node);
// Adds blocks, and signals that are their outputs.
void read_fmus(Reader& in, const Node& node, MachineDescription& machine);
std::vector<PayloadSpec> read_payloads(Reader& in, const Node& node);
std::vector<GripSpec> read_grips(Reader& in, const Node& node);
std::vector<ProbeSpec> read_probes(Reader& in, const Node& node);
std::vector<MarkerSpec> read_markers(Reader& in, const Node& node);
std::vector<ControlSpec> read_controls(Reader& in, const Node& node);
std::vector<FaultSpec> read_faults(Reader& in, const Node& node);
SolverSpec read_solver(Reader& in, const Node& node);
std::optional<SurrogateSpec> read_surrogate_use(Reader& in, const Node& node);
OperatingPointSpec read_linearize(Reader& in, const Node& node);
TrainingSpec read_training(Reader& in, const Node& node);

// The whole file: the root's keys in the order of their table.
void read_machine(Reader& in, const Node& node, MachineDescription& machine);

// For the schema and the documentation.
const TableInfo& ground_info();
const TableInfo& body_info();
const TableInfo& joint_info();
const TableInfo& chain_info();  // Denavit-Hartenberg
const TableInfo& spring_info();
const TableInfo& force_info();
const TableInfo& element_info();
const TableInfo& terrain_info();
const TableInfo& soil_info();
const TableInfo& bucket_info();
const TableInfo& stability_info();
const TableInfo& payload_info();
const TableInfo& grip_info();
const TableInfo& probe_info();
const TableInfo& fluid_info();
const TableInfo& source_info();
const TableInfo& volume_info();
const TableInfo& leakage_info();
const TableInfo& orifice_info();
const TableInfo& valve_info();
const TableInfo& cylinder_info();
const TableInfo& shaft_info();
const TableInfo& component_info();                         // of all types
const TableInfo& component_info(const std::string& type);  // of one
const TableInfo& term_info();                              // one part of a sum
const TableInfo& signal_info();
const TableInfo& fmu_info();
const TableInfo& training_info();
const TableInfo& control_info();
const TableInfo& fault_info();
const TableInfo& surrogate_info();
const TableInfo& solver_info();
const TableInfo& linearize_info();
const TableInfo& machine_info();

// The root's table and every table below it, each once, in the order of the documentation.
std::vector<const TableInfo*> all_tables();

}  // namespace bramah
