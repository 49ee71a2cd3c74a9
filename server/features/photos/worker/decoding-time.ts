import type { ImageErrorReason } from './image-error.ts';

/** CPU seconds of this process in which every honest photo is decoded, two side by side included. */
const MAX_CPU_SECONDS = 12;

/**
 * Why decoding ran out of time: a file that asks for endless work uses the processor all the while, a good one on an
 * overloaded machine hardly gets any of it.
 * @param start `process.cpuUsage()` when decoding began
 */
export function timeoutReason(
	start: NodeJS.CpuUsage,
	used: NodeJS.CpuUsage = process.cpuUsage(start),
): ImageErrorReason {
	return (used.user + used.system) / 1e6 >= MAX_CPU_SECONDS ? 'unreadable' : 'busy';
}
