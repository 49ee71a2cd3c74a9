import { channel, tracingChannel } from 'node:diagnostics_channel';

/** A piece of work that those who watch the market want to know of: how long it took, and what came of it. */
export interface Work {
	kind: 'job' | 'live event' | 'mail' | 'messages' | 'photo';
	/** Which job, which event: one of a few that are known beforehand, and nothing of a person. */
	name: string;
	/** How many things it is about; one unless said. */
	count?: number;
}

/** Work as it is seen while it is done: what watches it may note things of its own there, and finds how it failed. */
export type TrackedWork = Work & { error?: unknown };

/** Heard by metrics and traces where these are kept; telling costs next to nothing where nobody hears. */
export const workChannel = tracingChannel<TrackedWork, unknown>('passdown.work');
const overloadChannel = channel('passdown.crowding');
const logLineChannel = channel('passdown.log');

/** Does a piece of work, seen by whoever watches. */
export function trackWork<Result>(work: Work, run: () => Promise<Result>): Promise<Result> {
	return workChannel.hasSubscribers ? workChannel.tracePromise(run, { ...work }) : run();
}

/** Tells that something was refused because there is too much of it. @param by which limit or lane, one of a few */
export function reportOverload(by: string): void {
	overloadChannel.publish(by);
}

/** Tells that a line of the log was written. @param level its number, as pino has it */
export function reportLogLine(level: number): void {
	logLineChannel.publish(level);
}

/** What to do with everything that is told here besides work. */
export interface EventHandlers {
	overload: (by: string) => void;
	logLine: (level: number) => void;
}

/** @returns how to hear no more */
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
