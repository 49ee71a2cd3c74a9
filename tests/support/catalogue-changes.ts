import type { FastifyInstance } from 'fastify';
import { vi } from 'vitest';
import type { getCatalogue } from '#contract/catalogue/endpoints.ts';
import type { Parsed } from '#contract/core/endpoint.ts';

type Catalogue = Parsed<(typeof getCatalogue)['reply']>;

/** Waits until the app's catalogue has the changes. A notification of the database tells the app about them. */
export async function waitForCatalogue(
	{ app }: { app: FastifyInstance },
	hasChanges: (catalogue: Catalogue) => boolean,
): Promise<void> {
	const isCurrent = async () => hasChanges((await app.inject('/api/catalogue')).json());
	await vi.waitUntil(isCurrent, { timeout: 20_000 });
}
