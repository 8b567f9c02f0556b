"""Formulas over channels: "-abs(lift.length - goal.length)/0.1", for many instances at once."""
from __future__ import annotations

import ast
import operator
from typing import Callable, Mapping

import numpy as np

from .._errors import InputError

_BINARY = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
           ast.Pow: operator.pow}
_COMPARE = {ast.Lt: operator.lt, ast.Gt: operator.gt, ast.LtE: operator.le, ast.GtE: operator.ge}
_FUNCTIONS = {"abs": np.abs, "sqrt": np.sqrt, "exp": np.exp, "log": np.log, "sin": np.sin, "cos": np.cos, "tanh": np.tanh,
              "min": np.minimum, "max": np.maximum, "hypot": np.hypot, "clip": np.clip}
Values = Mapping[str, np.ndarray]


def _dotted(node: ast.AST) -> str | None:
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        owner = _dotted(node.value)
        return owner and f"{owner}.{node.attr}"
    return None


class Expression:
    """A formula; `names` are the channels and goals that it reads."""

    def __init__(self, text: str | float):
        self.text = str(text)
        self.names: set[str] = set()
        try:
            tree = ast.parse(self.text.strip(), mode="eval").body
        except (SyntaxError, ValueError, RecursionError):
            self._fail("expected a formula of channels, goals and numbers")
        self._call = self._compile(tree)

    def __call__(self, values: Values) -> np.ndarray:
        return self._call(values)

    def _fail(self, why: str):
        raise InputError(f'"{self.text}": {why}')

    def _compile(self, node: ast.AST) -> Callable[[Values], np.ndarray]:
        name = _dotted(node)
        if name is not None:
            self.names.add(name)
            return lambda values: values[name]
        if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)):
            return lambda values, number=float(node.value): number
        if isinstance(node, ast.BinOp) and type(node.op) in _BINARY:
            return self._joined(_BINARY[type(node.op)], [node.left, node.right])
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
            return self._joined(operator.neg if isinstance(node.op, ast.USub) else operator.pos, [node.operand])
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in _COMPARE:
            return self._joined(_COMPARE[type(node.ops[0])], [node.left, node.comparators[0]])
        if isinstance(node, ast.BoolOp):
            join = np.logical_and if isinstance(node.op, ast.And) else np.logical_or
            parts = [self._compile(part) for part in node.values]
            return lambda values: join.reduce([part(values) for part in parts])
        if isinstance(node, ast.Call) and not node.keywords and isinstance(node.func, ast.Name):
            if node.func.id not in _FUNCTIONS:
                self._fail(f'there is no function "{node.func.id}"; expected one of ' + ", ".join(_FUNCTIONS))
            return self._joined(_FUNCTIONS[node.func.id], node.args)
        self._fail("expected channels, goals, numbers, + - * / **, comparisons with and, or, and functions "
                   + ", ".join(_FUNCTIONS))

    def _joined(self, function: Callable, nodes: list[ast.AST]) -> Callable[[Values], np.ndarray]:
        parts = [self._compile(node) for node in nodes]
        return lambda values: function(*[part(values) for part in parts])
