/** Whether a path can be decoded; of one like `/item/%zz` the router only warns. */
export function isDecodable(path: string): boolean {
	try {
		// The build leaves a call out whose result is not used.
		return decodeURIComponent(path) !== '';
	} catch {
		return false;
	}
}
