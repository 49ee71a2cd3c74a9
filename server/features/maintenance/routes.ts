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

/**
 * API paths that stay open during maintenance: those of the back-office, which include the status of the maintenance,
 * and the documentation.
 */
const EXEMPT_PATH = /^\/api\/(admin|docs)(\/|\?|$)/;
const API_PATH = /^\/api(\/|\?|$)/;

/**
 * Serves the status of the maintenance. While maintenance is on, a hook answers API requests before all other checks,
 * except requests to the exempt paths. A browser navigation is redirected to the maintenance page. Everything else gets
 * a 503.
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
		if (!settings.maintenanceMode || !isClosedByMaintenance(request)) return done();
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
		// The start and the end of maintenance, also from the command line, store an announcement to administrators.
		adminChannel.publishLocal({ what: 'settings' });
		adminChannel.publishLocal({ what: 'notifications' });
	});
	realtime.setClosedReason(() => {
		const settings = maintenance.current();
		return settings.maintenanceMode
			? MAINTENANCE_ERRORS.closed(settings.maintenanceMessage)
			: undefined;
	});

	route(app, getMaintenance, async ({ reply }) => {
		setNoStore(reply);
		return presentStatus(maintenance.current());
	});

	// Also served without the prefix `/api`.
	app.get(getMaintenance.path, async (_request, reply) =>
		setNoStore(reply).send(presentStatus(maintenance.current())),
	);
}

/**
 * Whether maintenance closes the requested path. Uses the URL pattern of the matched route, if any, as a client can
 * spell the path in several ways.
 */
function isClosedByMaintenance(request: FastifyRequest): boolean {
	const url = request.routeOptions.url ?? request.url;
	return API_PATH.test(url) && !EXEMPT_PATH.test(url);
}

/** Whether a browser navigates to an endpoint that redirects: the browser would show the JSON of an error as text. */
function isNavigation({ routeOptions, headers: { accept = '' } }: FastifyRequest): boolean {
	return routeOptions.config.endpoint?.status === 302 && accept.includes('text/html');
}

/** Neither a proxy nor the service worker may store the answer and return it later. */
function setNoStore(reply: FastifyReply): FastifyReply {
	return reply.header('cache-control', 'no-store');
}
