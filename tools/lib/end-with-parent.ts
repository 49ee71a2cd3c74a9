const POLL_MS = 500;

/**
 * Sends SIGTERM to this process once its parent process has ended. npm forwards SIGTERM and SIGINT to its child, but
 * SIGHUP and SIGKILL end only npm itself.
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
