const LOOK_EVERY_MS = 500;

/**
 * Closes this process as SIGTERM does once the process that started it has ended. npm passes SIGTERM and SIGINT on, but
 * SIGHUP and SIGKILL end npm alone.
 */
export function endWithParent(): void {
	const parent = process.ppid;
	const timer = setInterval(() => {
		if (process.ppid === parent) return;
		clearInterval(timer);
		process.kill(process.pid, 'SIGTERM');
	}, LOOK_EVERY_MS);
	timer.unref();
}
