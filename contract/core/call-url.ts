interface UrlParts {
	params?: Readonly<Record<string, unknown>>;
	query?: Readonly<Record<string, unknown>>;
}

/**
 * URL of an API call, starting with `/api`. Undefined and empty query values are left out. Pages and server both build
 * URLs with this function, so that a reply embedded in a page is found under the URL that the page requests.
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
