import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Whether a process has ended, by itself or by a signal. */
export function hasExited({ exitCode, signalCode }: ChildProcess): boolean {
	return exitCode !== null || signalCode !== null;
}

/** Sends a signal to a process, unless it has ended, and waits until it has ended. */
export async function endChild(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
	if (hasExited(child)) return;
	const exited = once(child, 'exit');
	child.kill(signal);
	await exited;
}

/** Whether a process with this id exists. False for processes of other accounts, unless root asks. */
export function isProcessRunning(pid: number): boolean {
	try {
		// The signal 0 only checks whether there is such a process.
		return process.kill(pid, 0);
	} catch {
		return false;
	}
}
