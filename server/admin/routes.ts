import type { FastifyInstance } from 'fastify';
import { administratorRoutes } from '#server/admin/administrators/routes.ts';
import { analyticsRoutes, dealAnalyticsRoutes, trendRoutes } from './analytics/routes.ts';
import { mountRejectedActionLog } from './audit/rejected-actions.ts';
import { auditRoutes } from './audit/routes.ts';
import { adminCatalogueRoutes } from './catalogue/routes.ts';
import { adminFeedbackRoutes } from './feedback.ts';
import { adminItemRoutes } from './items.ts';
import type { AdminDeps } from './kit/deps.ts';
import { notificationRoutes } from './notifications.ts';
import { adminReportRoutes } from './reports/routes.ts';
import { searchRoutes } from './search.ts';
import { settingsRoutes } from './settings.ts';
import { adminUserRoutes } from './users.ts';
import { adminWantedRoutes } from './wanted.ts';

/** All routes of the back-office. Each is for administrators, except for signing in. */
export function adminRoutes(app: FastifyInstance, deps: AdminDeps): void {
	mountRejectedActionLog(app, deps.db);
	administratorRoutes(app, deps);
	adminUserRoutes(app, deps);
	adminItemRoutes(app, deps);
	analyticsRoutes(app, deps);
	trendRoutes(app, deps);
	dealAnalyticsRoutes(app, deps);
	adminReportRoutes(app, deps);
	adminWantedRoutes(app, deps);
	adminFeedbackRoutes(app, deps);
	notificationRoutes(app, deps);
	auditRoutes(app, deps);
	adminCatalogueRoutes(app, deps);
	settingsRoutes(app, deps);
	searchRoutes(app, deps);
}
