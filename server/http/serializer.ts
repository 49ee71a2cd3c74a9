import type * as z from 'zod/mini';

/**
 * Writes a value to the output.
 * @throws TypeError that names the field when the value does not match its schema's type
 */
type Serializer = (value: unknown, path: string, output: Output) => void;
type Schema = z.core.$ZodType;
type Def = z.core.$ZodTypes['_zod']['def'];
type DefOf<Kind extends Def['type']> = Extract<Def, { type: Kind }>;

/** The output so far: finished byte fragments, and the text after them. */
interface Output {
	fragments: Buffer[];
	text: string;
}

/** The beginning of a text in JSON that is the address of a photo. */
const RELATIVE_PHOTO = /"\/(?=photos\/[0-9a-f]{64}-|chat-photos\/\d+-)/g;

/** The separator between fragments of an array. */
const COMMA = Buffer.from(',');

const serializers = new WeakMap<Schema, Serializer>();

/**
 * Serializes a reply as JSON with the declared fields only. The result equals parsing by the schema followed by
 * `JSON.stringify`, in a tenth of the time (bench/RESULTS.md, "uncached reads: rate"). Types and enum values are
 * checked; formats, such as of dates, are left to the TypeScript types and tests.
 * @param photoOrigin origin that is put before root-relative addresses of photos; '' for none
 * @throws TypeError when the reply does not match its schema
 */
export function serializeReply(schema: Schema, answer: unknown, photoOrigin = ''): Buffer {
	const bytes = toBuffer(serializerFor(schema), answer, 'reply');
	if (photoOrigin === '') return bytes;
	return Buffer.from(bytes.toString().replaceAll(RELATIVE_PHOTO, `"${photoOrigin}/`));
}

function toBuffer(serialize: Serializer, value: unknown, path: string): Buffer {
	const output: Output = { fragments: [], text: '' };
	serialize(value, path, output);
	const last = Buffer.from(output.text);
	return output.fragments.length === 0 ? last : Buffer.concat([...output.fragments, last]);
}

/**
 * Returns the cached serializer of a schema.
 * @throws Error for unsupported schema types
 */
export function serializerFor(schema: Schema): Serializer {
	const existing = serializers.get(schema);
	if (existing) return existing;
	const created = createSerializer(defOf(schema));
	serializers.set(schema, created);
	return created;
}

function defOf(schema: Schema): Def {
	return (schema as z.core.$ZodTypes)._zod.def;
}

function createSerializer(def: Def): Serializer {
	switch (def.type) {
		case 'object':
			return objectSerializer(def);
		case 'array':
			return arraySerializer(serializerFor(def.element));
		case 'nullable':
			return nullableSerializer(serializerFor(def.innerType));
		case 'record':
			return recordSerializer(serializerFor(def.valueType));
		case 'union':
			return 'discriminator' in def
				? variantSerializer(def as z.core.$ZodDiscriminatedUnionDef)
				: leafSerializer(typeCheckFor(def));
		default:
			return leafSerializer(typeCheckFor(def));
	}
}

/** Returns the type check of a schema whose values have no fields or elements. */
function typeCheckFor(def: Def): (value: unknown) => boolean {
	switch (def.type) {
		case 'string':
			return (value) => typeof value === 'string';
		case 'boolean':
			return (value) => typeof value === 'boolean';
		case 'number':
			return 'format' in def ? Number.isSafeInteger : Number.isFinite;
		case 'literal':
			return isOneOf(def.values);
		case 'enum':
			return isOneOf(Object.values(def.entries));
		case 'union': {
			const checks = def.options.map((option) => typeCheckFor(defOf(option)));
			return (value) => checks.some((isOfType) => isOfType(value));
		}
		default:
			throw new Error(`Reply schemas of type ${def.type} are not supported.`);
	}
}

function isOneOf(allowedValues: readonly unknown[]): (value: unknown) => boolean {
	return (value) => allowedValues.includes(value);
}

function leafSerializer(isOfType: (value: unknown) => boolean): Serializer {
	return (value, path, output) => {
		if (!isOfType(value)) throw new TypeError(`The reply does not match its contract at ${path}.`);
		output.text += JSON.stringify(value);
	};
}

function nullableSerializer(serialize: Serializer): Serializer {
	return (value, path, output) => {
		if (value === null) output.text += 'null';
		else serialize(value, path, output);
	};
}

/** An object with any keys, whose values are all of one type. */
function recordSerializer(serialize: Serializer): Serializer {
	return (value, path, output) => {
		if (typeof value !== 'object' || value === null)
			throw new TypeError(`The reply has no object at ${path}.`);
		output.text += '{';
		let isFirst = true;
		for (const [key, one] of Object.entries(value)) {
			output.text += `${isFirst ? '' : ','}${JSON.stringify(key)}:`;
			isFirst = false;
			serialize(one, `${path}.${key}`, output);
		}
		output.text += '}';
	};
}

function arraySerializer(serialize: Serializer): Serializer {
	return (value, path, output) => {
		if (!Array.isArray(value)) throw new TypeError(`The reply has no array at ${path}.`);
		output.text += '[';
		let isFirst = true;
		for (const one of value) {
			if (!isFirst) output.text += ',';
			isFirst = false;
			serialize(one, path, output);
		}
		output.text += ']';
	};
}

/** For a discriminated union: one of several objects, told apart by the value of one field. */
function variantSerializer({
	discriminator,
	options,
}: z.core.$ZodDiscriminatedUnionDef): Serializer {
	const variants = options.map((option) => {
		const { shape } = defOf(option) as DefOf<'object'>;
		const field = shape[discriminator];
		if (!field) throw new Error(`A variant has no field ${discriminator}.`);
		return { isVariant: typeCheckFor(defOf(field)), serialize: serializerFor(option) };
	});
	return (value, path, output) => {
		const kind = (value as Record<string, unknown> | null)?.[discriminator];
		const variant = variants.find(({ isVariant }) => isVariant(kind));
		if (!variant) throw new TypeError(`The reply does not match its contract at ${path}.`);
		variant.serialize(value, path, output);
	};
}

/** A frozen object is serialized once and its bytes are reused in later replies. */
function objectSerializer({ shape }: DefOf<'object'>): Serializer {
	const fields = Object.entries(shape).map(([name, schema]) => createField(name, schema));
	const cachedFragments = new WeakMap<object, Buffer>();
	const serialize: Serializer = (value, _at, output) =>
		serializeFields(fields, value as Record<string, unknown>, output);
	return (value, path, output) => {
		if (typeof value !== 'object' || value === null) {
			throw new TypeError(`The reply has no object at ${path}.`);
		}
		if (!Object.isFrozen(value)) return serialize(value, path, output);
		let fragment = cachedFragments.get(value);
		if (!fragment) {
			fragment = copyUnpooled(toBuffer(serialize, value, path));
			cachedFragments.set(value, fragment);
		}
		output.fragments.push(output.text === ',' ? COMMA : Buffer.from(output.text), fragment);
		output.text = '';
	};
}

function serializeFields(
	fields: readonly Field[],
	value: Record<string, unknown>,
	output: Output,
): void {
	output.text += '{';
	let isFirst = true;
	for (const { name, key, serialize, isOptional } of fields) {
		const field = value[name];
		if (field === undefined && isOptional) continue;
		output.text += isFirst ? key : `,${key}`;
		isFirst = false;
		serialize(field, name, output);
	}
	output.text += '}';
}

interface Field {
	name: string;
	/** The JSON-quoted name with its colon. */
	key: string;
	serialize: Serializer;
	isOptional: boolean;
}

function createField(name: string, schema: Schema): Field {
	const def = defOf(schema);
	const isOptional = def.type === 'optional';
	const serialize = serializerFor(isOptional ? def.innerType : schema);
	return { name, key: `${JSON.stringify(name)}:`, serialize, isOptional };
}

/**
 * Copies bytes that are kept for long. Node allocates small buffers from 64 KB pools, and a pool stays in memory as
 * long as any slice of it is referenced.
 */
export function copyUnpooled(bytes: Uint8Array): Buffer {
	const copy = Buffer.allocUnsafeSlow(bytes.length);
	copy.set(bytes);
	return copy;
}
