import { channel, tracingChannel } from 'node:diagnostics_channel';

/** A unit of work that metrics and traces record, with duration and outcome. */
export interface Work {
	kind: 'job' | 'live event' | 'mail' | 'messages' | 'photo';
	/** Job or event name, from a small fixed set; never personal data. */
	name: string;
	/** Number of processed entries; 1 by default. */
	count?: number;
}

/** Work in progress, as the subscribers get it; `error` is set if it failed. */
export type TrackedWork = Work & { error?: unknown };

/** Metrics and traces subscribe if they are enabled; without subscribers publishing costs almost nothing. */
export const workChannel = tracingChannel<TrackedWork, unknown>('passdown.work');
const overloadChannel = channel('passdown.crowding');
const logLineChannel = channel('passdown.log');

/** Runs work and reports it to the subscribers. */
export function trackWork<Result>(work: Work, run: () => Promise<Result>): Promise<Result> {
	return workChannel.hasSubscribers ? workChannel.tracePromise(run, { ...work }) : run();
}

/**
 * Reports a request refused because of overload or a limit.
 * @param by the limit or request class, from a small fixed set
 */
export function reportOverload(by: string): void {
	overloadChannel.publish(by);
}

/**
 * Reports a written log line.
 * @param level pino's level number
 */
export function reportLogLine(level: number): void {
	logLineChannel.publish(level);
}

/** Handlers for the events other than work. */
export interface EventHandlers {
	overload: (by: string) => void;
	logLine: (level: number) => void;
}

/** @returns unsubscribes the handlers */
export function subscribeToEvents({ overload, logLine }: EventHandlers): () => void {
	const onOverload = (by: unknown) => overload(String(by));
	const onLogLine = (level: unknown) => logLine(Number(level));
	overloadChannel.subscribe(onOverload);
	logLineChannel.subscribe(onLogLine);
	return () => {
		overloadChannel.unsubscribe(onOverload);
		logLineChannel.unsubscribe(onLogLine);
	};
}
