/** Whether a host name or address is a loopback address of this computer. */
export function isLoopback(host: string): boolean {
	return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?|::ffff:127(\.\d{1,3}){3})$/.test(host);
}
