import type { ImageErrorReason } from './image-error.ts';

/** CPU seconds of this process that suffice for every valid photo, even for two at once. */
const MAX_CPU_SECONDS = 12;

/**
 * The reason of a timeout. A malicious file uses the CPU all the time; a valid file on an overloaded machine gets
 * little CPU time.
 * @param start `process.cpuUsage()` when decoding began
 */
export function timeoutReason(
	start: NodeJS.CpuUsage,
	used: NodeJS.CpuUsage = process.cpuUsage(start),
): ImageErrorReason {
	return (used.user + used.system) / 1e6 >= MAX_CPU_SECONDS ? 'unreadable' : 'busy';
}
