import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Endpoint } from '#contract/core/endpoint.ts';

const CONTRACT = join(import.meta.dirname, '../../contract');

/** All endpoints that the contract declares. */
export async function allEndpoints(): Promise<Endpoint[]> {
	const files = (await readdir(CONTRACT, { recursive: true })).filter(
		(name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
	);
	const modules = await Promise.all(files.map((name) => import(join(CONTRACT, name))));
	return modules.flatMap((module) => Object.values<unknown>(module).filter(isEndpoint));
}

function isEndpoint(value: unknown): value is Endpoint {
	return typeof value === 'object' && value !== null && 'method' in value && 'reply' in value;
}
