#!/usr/bin/env python3
"""Checks an ONNX model and walks its graph in numpy.

usage: check_onnx.py MODEL TABLE

Each line of TABLE: the values of all the graph's inputs one after the other, then the outputs that
are expected, then the width of each output's scale, by which its difference is judged.
"""
import sys

import numpy
import onnx
from onnx import numpy_helper

TOLERANCE = 1e-12  # rounding of sums of some hundred terms

OPERATORS = {
    "Add": lambda a, b: a + b,
    "Sub": lambda a, b: a - b,
    "Mul": lambda a, b: a * b,
    "Div": lambda a, b: a / b,
    "Tanh": numpy.tanh,
    "Sigmoid": lambda a: 1.0 / (1.0 + numpy.exp(-a)),
    "Gemm": lambda a, b, c: a @ b + c,
}


def width(port):
    shape = [d.dim_value for d in port.type.tensor_type.shape.dim]
    assert port.type.tensor_type.elem_type == onnx.TensorProto.DOUBLE, port
    assert len(shape) == 2 and shape[0] == 1, shape
    return shape[1]


def run(graph, values):
    for node in graph.node:
        arguments = [values[name] for name in node.input]
        if node.op_type == "Concat":
            result = numpy.concatenate(arguments, axis=onnx.helper.get_attribute_value(node.attribute[0]))
        else:
            assert not node.attribute, node
            result = OPERATORS[node.op_type](*arguments)
        values[node.output[0]] = result
    return values[graph.output[0].name]


def main(model_path, table_path):
    model = onnx.load(model_path)
    onnx.checker.check_model(model, full_check=True)
    graph = model.graph
    constants = {t.name: numpy_helper.to_array(t) for t in graph.initializer}
    table = numpy.loadtxt(table_path, ndmin=2)
    outputs = width(graph.output[0])
    columns = sum(width(port) for port in graph.input) + 2 * outputs
    assert table.shape[1] == columns, f"{table.shape[1]} columns; the graph needs {columns}"
    worst = 0.0
    for row in table:
        values, at = dict(constants), 0
        for port in graph.input:
            values[port.name] = row[None, at : at + width(port)]
            at += width(port)
        expected, scale = row[at : at + outputs], row[at + outputs :]
        worst = max(worst, float(numpy.max(numpy.abs(run(graph, values)[0] - expected) / scale)))
    for entry in model.metadata_props:
        print(f"{entry.key} = {entry.value}")
    print("producer =", model.producer_name)
    print("ports =", ", ".join(f"{port.name} {width(port)}" for port in [*graph.input, *graph.output]))
    print(f"rows = {len(table)}")
    print(f"worst = {worst:.3g}")
    return 0 if worst <= TOLERANCE else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
