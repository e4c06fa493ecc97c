import type { Attribute, Constant, ElementType, Graph, GraphNode, Value } from "./graph.ts";
import { ProtobufWriter } from "./protobuf.ts";

/** ONNX IR version 8 with operator set 18, and the contributed operators that every onnxruntime build carries. */
const irVersion = 8;
const operatorSets = { "": 18, "com.microsoft": 1 };

const elementTypes: Record<ElementType, number> = { float32: 1, int64: 7 };

/** The part of a graph that its outputs depend on, as an ONNX ModelProto (field numbers are those of onnx.proto3). */
export function serialize(graph: Graph, outputs: readonly Value[]): { bytes: Uint8Array; inputs: Value[] } {
  const needed = new Set<Value>(outputs);
  const nodes: GraphNode[] = [];
  for (const node of graph.nodes.toReversed()) {
    if (!node.outputs.some((output) => output && needed.has(output))) continue;
    nodes.unshift(node);
    for (const input of node.inputs) needed.add(input);
  }
  const inputs = graph.inputs.filter((input) => needed.has(input));
  const writer = new ProtobufWriter();
  writer.int(1, irVersion).string(2, "fettle");
  writer.message(7, (body) => {
    for (const node of nodes) body.message(1, (message) => writeNode(message, node));
    body.string(2, "graph");
    for (const constant of graph.constants)
      if (needed.has(constant.value)) body.message(5, (message) => writeTensor(message, constant));
    for (const input of inputs) body.message(11, (message) => writeValueInfo(message, input));
    for (const output of outputs) body.message(12, (message) => writeValueInfo(message, output));
    // Lets the runtime plan in-place operations although some sizes are only names.
    for (const node of nodes)
      for (const output of node.outputs)
        if (output && !outputs.includes(output)) body.message(13, (message) => writeValueInfo(message, output));
  });
  for (const [domain, version] of Object.entries(operatorSets))
    writer.message(8, (message) => message.string(1, domain).int(2, version));
  return { bytes: writer.finish(), inputs };
}

function writeNode(message: ProtobufWriter, node: GraphNode): void {
  for (const input of node.inputs) message.string(1, input.name);
  for (const output of node.outputs) message.string(2, output?.name ?? "");
  message.string(4, node.op);
  for (const [name, attribute] of Object.entries(node.attributes))
    message.message(5, (nested) => writeAttribute(nested, name, attribute));
  if (node.domain) message.string(7, node.domain);
}

function writeAttribute(message: ProtobufWriter, name: string, attribute: Attribute): void {
  message.string(1, name);
  if (typeof attribute === "number") message.int(3, attribute).int(20, 2);
  else if (typeof attribute === "string") message.string(4, attribute).int(20, 3);
  else if ("float" in attribute) message.float(2, attribute.float).int(20, 1);
  else {
    for (const number of attribute) message.int(8, number);
    message.int(20, 7);
  }
}

function writeTensor(message: ProtobufWriter, { value, data }: Constant): void {
  for (const dim of value.shape) message.int(1, BigInt(dim));
  message.int(2, elementTypes[value.type]).string(8, value.name);
  message.bytes(9, new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
}

function writeValueInfo(message: ProtobufWriter, value: Value): void {
  message.string(1, value.name).message(2, (type) =>
    type.message(1, (tensor) =>
      tensor.int(1, elementTypes[value.type]).message(2, (shape) => {
        for (const dim of value.shape)
          shape.message(1, (message) => (typeof dim === "number" ? message.int(1, dim) : message.string(2, dim)));
      }),
    ),
  );
}
