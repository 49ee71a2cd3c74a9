import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { PAGES } from '#contract/core/pages.ts';
import { getMaintenance } from '#contract/maintenance/endpoints.ts';
import { MAINTENANCE_ERRORS } from '#contract/maintenance/errors.ts';
import { MAINTENANCE_LIMITS } from '#contract/maintenance/facts.ts';
import { route } from '#server/http/route.ts';
import type { AdminChannel } from '#server/realtime/admin-channel.ts';
import type { Realtime } from '#server/realtime/realtime.ts';
import type { MaintenanceSwitch } from './maintenance-switch.ts';
import { presentMaintenanceError, presentStatus } from './present.ts';

/** Calls of the API that go on: the back-office, what this feature tells, and the documentation. */
const EXEMPT_PATH = /^\/api\/(admin|docs)(\/|$)/;
const API_PATH = /^\/api(\/|\?|$)/;

/**
 * While maintenance is on, every other call of the API is answered 503, or sent to the page, before anything else about it is
 * looked at.
 */
export function maintenanceRoutes(
	app: FastifyInstance,
	{
		maintenance,
		realtime,
		adminChannel,
	}: { maintenance: MaintenanceSwitch; realtime: Realtime; adminChannel: AdminChannel },
): void {
	app.addHook('onRequest', (request, reply, done) => {
		const settings = maintenance.current();
		if (!settings.maintenanceMode || !isUserCall(request)) return done();
		setNoStore(reply);
		if (isNavigation(request)) return void reply.redirect(PAGES.maintenance, 302);
		reply
			.code(503)
			.header('retry-after', MAINTENANCE_LIMITS.retryAfterSeconds)
			.send(presentMaintenanceError(settings));
	});
	maintenance.onChange((settings) => {
		if (settings.maintenanceMode) {
			realtime.toAllLocal(REALTIME_EVENTS.marketClosed, presentMaintenanceError(settings));
			realtime.disconnectAll(MAINTENANCE_ERRORS.closed(settings.maintenanceMessage));
		}
		// However it was switched, from the terminal too: it was announced with it.
		adminChannel.publishLocal({ what: 'settings' });
		adminChannel.publishLocal({ what: 'notifications' });
	});
	realtime.setClosedReason(() => {
		const settings = maintenance.current();
		return settings.maintenanceMode
			? MAINTENANCE_ERRORS.closed(settings.maintenanceMessage)
			: undefined;
	});

	route(
		app,
		getMaintenance,
	)(async ({ reply }) => {
		setNoStore(reply);
		return presentStatus(maintenance.current());
	});

	// At the root as well (decisions, "One product, one origin").
	app.get(getMaintenance.path, async (_request, reply) =>
		setNoStore(reply).send(presentStatus(maintenance.current())),
	);
}

/** The route decides where there is one: an address may be written in several ways. */
function isUserCall(request: FastifyRequest): boolean {
	const url = request.routeOptions.url ?? request.url;
	return API_PATH.test(url) && !EXEMPT_PATH.test(url);
}

/** A browser goes there itself and would show a refusal as it is. */
function isNavigation({ routeOptions, headers: { accept = '' } }: FastifyRequest): boolean {
	return routeOptions.config.endpoint?.status === 302 && accept.includes('text/html');
}

/** Neither a proxy nor the app's own copy for when there is no line may tell it later. */
function setNoStore(reply: FastifyReply): FastifyReply {
	return reply.header('cache-control', 'no-store');
}
