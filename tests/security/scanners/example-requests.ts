import type * as z from 'zod/mini';

type Schema = z.core.JSONSchema.BaseSchema & { format?: string };

interface Operation {
	parameters?: { name: string; in: string; schema: Schema }[];
	requestBody?: { content: Record<string, { schema: Schema }> };
}
/** The parts of an OpenAPI document that examples are made from. */
export interface OpenApi {
	paths: Record<string, Record<string, Operation>>;
}

/** One API request with valid values. */
export interface Example {
	method: string;
	path: string;
	type?: string;
	body?: string;
}

/** sqlmap injects into a URL at each of these marks. */
export const INJECTION_MARK = '*';
const BOUNDARY = 'a-boundary-of-the-attack';
/** Valid values of fields and parameters, by their names. */
const EXAMPLE_VALUES: Record<string, unknown> = {
	id: 1,
	price: '850',
	minPrice: '1',
	maxPrice: '5000',
	limit: '5',
	page: '1',
	email: 'somebody@campus.example',
	phoneNumber: '+919876543210',
	password: 'chalk and talk',
	roomId: '1-2',
	entry: 'n1',
	category: 'Books',
	sid: '00000000-0000-4000-8000-000000000000',
	order: '["new:0"]',
	uploaded: '[]',
	keepExistingImages: '[]',
	seller: '1',
	upTo: '1',
	cursor: 'WzFd',
	startDate: '2026-01-14',
	endDate: '2026-12-31',
};

const NUMERIC_ID_NAME = /Ids?$|^(first|second)$/;

/** An example of every request of the OpenAPI document; if its path has values, also an example in which they are marked. */
export function examplesOf({ paths }: OpenApi): Example[] {
	return Object.entries(paths).flatMap(([path, operations]) =>
		Object.entries(operations).flatMap(([method, operation]) => {
			const plain = exampleOf(path, method, operation, '');
			if (!path.includes('{')) return [plain];
			return [plain, exampleOf(path, method, operation, INJECTION_MARK)];
		}),
	);
}

function exampleOf(path: string, method: string, operation: Operation, mark: string): Example {
	const { parameters = [], requestBody } = operation;
	const queryParameters = parameters.filter(({ in: location }) => location === 'query');
	const pairs = queryParameters.map(({ name, schema }): [string, string] => [
		name,
		String(exampleFor(schema, name)),
	]);
	const search = mark === '' ? new URLSearchParams(pairs).toString() : '';
	const filled = path.replace(
		/\{(\w+)\}/g,
		(_, name: string) => `${exampleFor({ type: 'string' }, name)}${mark}`,
	);
	const [[type, content] = []] = Object.entries(requestBody?.content ?? {});
	return {
		method: method.toUpperCase(),
		path: `${filled}${search && `?${search}`}`,
		...(mark === '' && type && content && bodyOf(type, content.schema)),
	};
}

function bodyOf(type: string, schema: Schema): Pick<Example, 'type' | 'body'> {
	const value = Object(exampleFor(schema, ''));
	if (type !== 'multipart/form-data') return { type, body: JSON.stringify(value) };
	const parts = Object.entries(value).map(
		([name, text]) =>
			`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
	);
	return { type: `${type}; boundary=${BOUNDARY}`, body: `${parts.join('')}--${BOUNDARY}--\r\n` };
}

function exampleFor(schema: Schema, name: string): unknown {
	if (schema.type === 'array') return [exampleFor((schema.items ?? {}) as Schema, name)];
	const known = EXAMPLE_VALUES[name] ?? (NUMERIC_ID_NAME.test(name) ? 1 : undefined);
	if (known !== undefined) return known;
	const [choice] = schema.anyOf ?? schema.oneOf ?? [];
	if (choice) return exampleFor(choice as Schema, name);
	return schema.const ?? schema.enum?.at(-1) ?? exampleOfType(schema);
}

function exampleOfType({ type, properties = {} }: Schema): unknown {
	if (type === 'object') {
		const fields = Object.entries(properties);
		return Object.fromEntries(
			fields.map(([key, field]) => [key, exampleFor(field as Schema, key)]),
		);
	}
	if (type === 'boolean') return false;
	return type === 'integer' || type === 'number' ? 1 : 'Kettle';
}
