import fc from 'fast-check';
import * as z from 'zod/mini';
import { fuzzName, fuzzText, fuzzValue } from './fuzz-values.ts';
import { PASSWORD } from './password.ts';

type Schema = z.core.JSONSchema.BaseSchema;
export type Json = Record<string, unknown>;

/** The number of placeholders for existing ids: as many as there are ids in `fuzz-fixtures.ts`. */
const PLACEHOLDER_COUNT = 12;
/** A placeholder. An existing id replaces it when the request is sent. */
export const idPlaceholder = fc.nat(PLACEHOLDER_COUNT - 1).map((index) => `~${index}~`);
const roomPlaceholder = fc.oneof(
	// The chat in which the first student wrote to the second.
	fc.constant('~3~-~0~'),
	fc.tuple(idPlaceholder, idPlaceholder).map(([item, buyer]) => `${item}-${buyer}`),
);

/** Plausible values of some fields, which their schemas alone would hardly ever produce. */
const BY_FIELD_NAME: Record<string, fc.Arbitrary<unknown>> = {
	price: fc.constantFrom('850', 12.5, '999999.99'),
	minPrice: fc.constantFrom('1', '10.50'),
	maxPrice: fc.constantFrom('5000', '0'),
	limit: fc.constantFrom('1', '20', '1000'),
	page: fc.constantFrom('1', '2', '999999'),
	q: fc.constantFrom('casio', 'kettle', 'कैलकुलेटर', 'Asha'),
	email: fc.constantFrom('asha@campus.example', 'Ravi@Campus.Example'),
	phoneNumber: fc.constantFrom('+919876543210', '98765 43210', ''),
	password: fc.constant(PASSWORD),
	currentPassword: fc.constant(PASSWORD),
	newPassword: fc.constantFrom(PASSWORD, 'another long one'),
	cursor: fc.constantFrom(...['[1]', '{"id":1}', '["newest",1]'].map((text) => btoa(text))),
	code: fc.constantFrom('000000', '123456'),
	entry: fc.oneof(
		idPlaceholder.map((id) => `n${id}`),
		roomPlaceholder.map((room) => `m${room}`),
	),
	roomId: roomPlaceholder,
	order: fc.constantFrom('["new:0"]', '["keep:0","new:0"]', '["up:9"]'),
	uploaded: fc.constantFrom('[]', '["/photos/a.webp"]'),
	keepExistingImages: fc.constantFrom('[]', '["/photos/a.webp"]'),
};

const IS_ID_FIELD = /^(id|upTo|seller|first|second)$|Ids?$/;

const arbitraries = new WeakMap<z.core.$ZodType, fc.Arbitrary<unknown>>();

/** Values that a schema of the contract accepts, as far as JSON Schema describes it. */
export function validInputFor(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
	const cached = arbitraries.get(schema);
	if (cached) return cached;
	const arbitrary = generate(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), '');
	arbitraries.set(schema, arbitrary);
	return arbitrary;
}

/** Values for a schema with one or two errors: something missing, of another type, or extra. */
export function invalidInputFor(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
	const mutations = fc.array(mutation, { minLength: 1, maxLength: 2 });
	return fc
		.tuple(validInputFor(schema), mutations)
		.map(([value, changes]) => (isObject(value) ? changes.reduce(applyMutation, value) : value));
}

/** Values for a schema: mostly valid, often with an error, sometimes arbitrary. */
export function inputFor(schema: z.core.$ZodType | undefined): fc.Arbitrary<unknown> {
	if (!schema) return fuzzValue;
	return fc.oneof(
		{ weight: 5, arbitrary: validInputFor(schema) },
		{ weight: 4, arbitrary: invalidInputFor(schema) },
		{ weight: 1, arbitrary: fuzzValue },
	);
}

interface Mutation {
	kind: 'remove' | 'replace' | 'add';
	index: number;
	name: string;
	value: unknown;
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
	kind: fc.constantFrom('remove', 'replace', 'replace', 'replace', 'add'),
	index: fc.nat(7),
	name: fuzzName,
	value: fuzzValue,
});

function applyMutation(sent: Json, { kind, index, name, value }: Mutation): Json {
	const names = Object.keys(sent);
	const key = names[index % names.length];
	if (kind === 'add' || key === undefined) return { ...sent, [name]: value };
	if (kind === 'replace') return { ...sent, [key]: value };
	const { [key]: _gone, ...rest } = sent;
	return rest;
}

export const isObject = (value: unknown): value is Json =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

function generate(schema: Schema, name: string): fc.Arbitrary<unknown> {
	const bySchema = shapeOf(schema, name);
	const plausible =
		BY_FIELD_NAME[name] ?? (isScalar(schema) && IS_ID_FIELD.test(name) ? idPlaceholder : undefined);
	if (!plausible) return bySchema;
	return fc.oneof({ weight: 5, arbitrary: plausible }, { weight: 1, arbitrary: bySchema });
}

const isScalar = ({ type }: Schema) => type !== 'object' && type !== 'array';

function shapeOf(schema: Schema, name: string): fc.Arbitrary<unknown> {
	const choices = schema.anyOf ?? schema.oneOf;
	if (choices) return fc.oneof(...choices.map((choice) => generate(choice as Schema, name)));
	if (schema.const !== undefined) return fc.constant(schema.const);
	if (schema.enum) return fc.constantFrom(...schema.enum);
	const { minimum = -1000, maximum = 100_000 } = schema;
	switch (schema.type) {
		case 'object':
			return objectOf(schema);
		case 'array':
			return fc.array(generate((schema.items ?? {}) as Schema, name), { maxLength: 4 });
		case 'string':
			return textOf(schema);
		case 'integer':
			return fc.integer({
				min: Math.max(minimum, -(2 ** 31)),
				max: Math.min(maximum, 2 ** 31 - 1),
			});
		case 'number':
			return fc.double({ min: minimum, max: maximum, noNaN: true });
		case 'boolean':
			return fc.boolean();
		case 'null':
			return fc.constant(null);
		default:
			return fuzzValue;
	}
}

function objectOf({ properties = {}, required = [] }: Schema): fc.Arbitrary<Json> {
	const fields = Object.entries(properties).map(
		([name, schema]) => [name, generate(schema as Schema, name)] as const,
	);
	return fc.record(Object.fromEntries(fields), {
		requiredKeys: [...required],
		noNullPrototype: true,
	});
}

function textOf({ format, pattern, minLength, maxLength = 200 }: Schema): fc.Arbitrary<string> {
	if (format === 'uuid') return fc.uuid();
	if (format === 'email') return fc.emailAddress();
	if (format === 'date') return fc.constantFrom('2026-01-14', '1969-12-31', '9999-12-31');
	if (format === 'date-time')
		return fc.constantFrom('2026-01-14T09:30:00Z', '0001-01-01T00:00:00Z');
	if (pattern) return fc.stringMatching(new RegExp(pattern));
	const plain = fc.constantFrom('Kettle', 'As good as new.', 'Tête-à-tête', 'कैलकुलेटर');
	if (minLength !== undefined) return fc.string({ minLength, maxLength });
	return fc.oneof(plain, plain, fuzzText);
}
