/** Whether the percent-encoding of a path is valid. For a path like `/item/%zz` the router would only log a warning. */
export function isDecodable(path: string): boolean {
	try {
		// The comparison uses the result: the build would remove an unused call.
		return decodeURIComponent(path) !== '';
	} catch {
		return false;
	}
}
