/** Whether a path can be decoded; for one like `/item/%zz` the router only logs a warning. */
export function isDecodable(path: string): boolean {
	try {
		// The comparison uses the result: the build would remove an unused call.
		return decodeURIComponent(path) !== '';
	} catch {
		return false;
	}
}
