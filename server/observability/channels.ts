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

/** Something that is only counted: a request refused because of overload or a limit, a written log line. */
type CountedEvent = { overload: string } | { logLevel: number };

/** Metrics and traces subscribe if they are enabled; without subscribers publishing costs almost nothing. */
export const workChannel = tracingChannel<TrackedWork, unknown>('passdown.work');
const eventChannel = channel('passdown.event');

/** Runs work and reports it to the subscribers. */
export function trackWork<Result>(work: Work, run: () => Promise<Result>): Promise<Result> {
	return workChannel.hasSubscribers ? workChannel.tracePromise(run, { ...work }) : run();
}

/**
 * Reports an event to the subscribers.
 * @param event `overload` names the limit or request class, from a small fixed set; `logLevel` is pino's number
 */
export function reportEvent(event: CountedEvent): void {
	eventChannel.publish(event);
}

/** @returns unsubscribes the handler */
export function subscribeToEvents(handle: (event: CountedEvent) => void): () => void {
	const onMessage = (message: unknown) => handle(message as CountedEvent);
	eventChannel.subscribe(onMessage);
	return () => void eventChannel.unsubscribe(onMessage);
}
