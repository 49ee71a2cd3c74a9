import type { FastifyInstance } from 'fastify';
import { administratorRoutes } from './administrators/mount.ts';
import { analyticsRoutes, trendRoutes } from './analytics/routes.ts';
import { recordAttempts } from './audit/log-attempts.ts';
import { auditRoutes } from './audit/routes.ts';
import { adminFeedbackRoutes } from './feedback/routes.ts';
import { adminItemRoutes } from './items/routes.ts';
import type { AdminDeps } from './kit/deps.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { itemReportRoutes } from './reports/item-report-routes.ts';
import { userReportRoutes } from './reports/user-report-routes.ts';
import { searchRoutes } from './search/routes.ts';
import { settingsRoutes } from './settings/routes.ts';
import { adminUserRoutes } from './users/routes.ts';

/** The back-office (spec 2): every route of it is for administrators, but for their signing in. */
export function officeRoutes(app: FastifyInstance, parts: AdminDeps): void {
	recordAttempts(app, parts.db);
	administratorRoutes(app, parts);
	adminUserRoutes(app, parts);
	adminItemRoutes(app, parts);
	analyticsRoutes(app, parts);
	trendRoutes(app, parts);
	itemReportRoutes(app, parts);
	userReportRoutes(app, parts);
	adminFeedbackRoutes(app, parts);
	notificationRoutes(app, parts);
	auditRoutes(app, parts);
	settingsRoutes(app, parts);
	searchRoutes(app, parts);
}
