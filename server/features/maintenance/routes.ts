import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LIVE_EVENTS } from '#contract/chat/facts.ts';
import { PAGES } from '#contract/core/pages.ts';
import { MAINTENANCE_LIMITS } from '#contract/maintenance/facts.ts';
import { getMaintenance } from '#contract/maintenance/maintenance.ts';
import { route } from '#server/http/route.ts';
import type { Office } from '#server/realtime/admin-channel.ts';
import type { Live } from '#server/realtime/realtime.ts';
import type { MaintenanceSwitch } from './mode.ts';
import { presentInformation, presentRefusal } from './present.ts';

/** Calls of the API that go on: the back-office, what this feature tells, and the documentation. */
const GOES_ON = /^\/api\/(admin|docs)(\/|$)/;
const API = /^\/api(\/|\?|$)/;

/**
 * While maintenance is on, every other call of the API is answered 503, or sent to the page, before anything else about it is
 * looked at.
 */
export function maintenanceRoutes(
	app: FastifyInstance,
	{ maintenance, live, office }: { maintenance: MaintenanceSwitch; live: Live; office: Office },
): void {
	app.addHook('onRequest', (request, reply, done) => {
		const now = maintenance.current();
		if (!now.maintenanceMode || !isForUsers(request)) return done();
		neverKept(reply);
		if (isNavigation(request)) return void reply.redirect(PAGES.maintenance, 302);
		reply
			.code(503)
			.header('retry-after', MAINTENANCE_LIMITS.retryAfterSeconds)
			.send(presentRefusal(now));
	});
	maintenance.watch((now) => {
		if (now.maintenanceMode) {
			live.toAllHere(LIVE_EVENTS.marketClosed, presentRefusal(now));
			live.farewell(now.maintenanceMessage);
		}
		// However it was switched, from the terminal too: it was announced with it.
		office.tellHere({ what: 'settings' });
		office.tellHere({ what: 'notifications' });
	});
	live.setGate(() => {
		const now = maintenance.current();
		return now.maintenanceMode ? now.maintenanceMessage : undefined;
	});

	route(
		app,
		getMaintenance,
	)(async ({ reply }) => {
		neverKept(reply);
		return presentInformation(maintenance.current());
	});

	// At the root as well (decisions, "One product, one origin").
	app.get(getMaintenance.path, async (_request, reply) =>
		neverKept(reply).send(presentInformation(maintenance.current())),
	);
}

/** The route decides where there is one: an address may be written in several ways. */
function isForUsers(request: FastifyRequest): boolean {
	const address = request.routeOptions.url ?? request.url;
	return API.test(address) && !GOES_ON.test(address);
}

/** A browser goes there itself and would show a refusal as it is. */
function isNavigation({ routeOptions, headers: { accept = '' } }: FastifyRequest): boolean {
	return routeOptions.config.endpoint?.status === 302 && accept.includes('text/html');
}

/** Neither a proxy nor the app's own copy for when there is no line may tell it later. */
function neverKept(reply: FastifyReply): FastifyReply {
	return reply.header('cache-control', 'no-store');
}
