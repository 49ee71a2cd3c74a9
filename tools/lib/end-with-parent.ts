const POLL_MS = 500;

/**
 * Closes this process as SIGTERM does once the process that started it has ended. npm passes SIGTERM and SIGINT on, but
 * SIGHUP and SIGKILL end npm alone.
 */
export function endWithParent(): void {
	const parentPid = process.ppid;
	const timer = setInterval(() => {
		if (process.ppid === parentPid) return;
		clearInterval(timer);
		process.kill(process.pid, 'SIGTERM');
	}, POLL_MS);
	timer.unref();
}
