import type { QueryClient } from '@tanstack/react-query';
import { sendAll } from './send-changes.ts';

/** Sends unsent changes of the user now and whenever the browser comes online, until `signal` aborts. */
export function sendInBackground(client: QueryClient, userId: number, signal: AbortSignal): void {
	const send = () => void sendAll(client, userId);
	window.addEventListener('online', send, { signal });
	send();
}
