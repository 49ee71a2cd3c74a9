interface UrlParts {
	params?: Readonly<Record<string, unknown>>;
	query?: Readonly<Record<string, unknown>>;
}

/**
 * URL of an API call, starting with `/api`. Undefined and empty query values are left out. Pages and server both use
 * this function: the server embeds a reply in a page under the URL that the page will request.
 * @param path the `path` of an endpoint, with `:name` parameters
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
