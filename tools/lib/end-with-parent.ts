const POLL_MS = 500;

/**
 * Shuts this process down, as on SIGTERM, once its parent process has ended. npm forwards SIGTERM and SIGINT, but
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
