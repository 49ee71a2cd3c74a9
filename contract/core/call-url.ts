interface UrlParts {
	params?: Readonly<Record<string, unknown>>;
	query?: Readonly<Record<string, unknown>>;
}

/**
 * Where a call goes, from `/api` on. What is undefined or empty is left out of the query. Pages and server make addresses
 * here alone, so that an answer that travels with a page is found again under the address that the page asks for.
 * @param path of an endpoint
 */
export function callUrl(path: string, { params = {}, query = {} }: UrlParts): string {
	const resolvedPath = path.replace(/:(\w+)/g, (_, name: string) =>
		encodeURIComponent(String(params[name])),
	);
	const search = Object.entries(query)
		.filter(([, value]) => value !== undefined && value !== '')
		.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
		.join('&');
	return search ? `/api${resolvedPath}?${search}` : `/api${resolvedPath}`;
}
