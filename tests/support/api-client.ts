import type { FastifyInstance, InjectOptions } from 'fastify';

/** A file of a form. */
export interface SentFile {
	field: string;
	name: string;
	bytes: Buffer;
}

type Fields = Record<string, string | number>;

/** API requests as one user, or as a guest. Paths are below `/api`. */
export function createClients(app: FastifyInstance) {
	return (user: { token: string } | null) => {
		const headers = user ? { authorization: `Bearer ${user.token}` } : {};
		const call = (method: InjectOptions['method'], url: string, options: InjectOptions = {}) =>
			app.inject({
				method,
				url: `/api${url}`,
				...options,
				headers: { ...headers, ...options.headers },
			});
		const form = async (
			method: 'POST' | 'PUT',
			url: string,
			fields: Fields,
			files: readonly SentFile[] = [],
		) => call(method, url, await multipart(fields, files));
		return {
			get: (url: string) => call('GET', url),
			delete: (url: string, payload?: object) => call('DELETE', url, payload && { payload }),
			post: (url: string, payload?: object) => call('POST', url, payload && { payload }),
			put: (url: string, payload?: object) => call('PUT', url, payload && { payload }),
			patch: (url: string, payload?: object) => call('PATCH', url, payload && { payload }),
			call,
			form,
		};
	};
}

async function multipart(fields: Fields, files: readonly SentFile[]): Promise<InjectOptions> {
	const form = new FormData();
	for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
	for (const { field, name, bytes } of files) {
		form.append(field, new Blob([new Uint8Array(bytes)]), name);
	}
	const encoded = new Response(form);
	return {
		payload: Buffer.from(await encoded.arrayBuffer()),
		headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
	};
}
