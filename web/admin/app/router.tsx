import { lazy } from 'react';
import { Navigate, Outlet, type RouteObject, useRoutes } from 'react-router';
import {
	ADMIN_PAGE_TABLE,
	ADMIN_PAGES,
	ADMIN_ROOT,
	type AdminPageName,
} from '#contract/admin/pages.ts';
import { useStoredAdmin } from '#web/admin/lib/session.ts';
import { loadPageComponent } from '#web/lib/page-module.ts';
import { RequireAdmin } from './require-admin.tsx';
import { SECTIONS } from './sections.ts';

const NotFoundPage = lazy(async () => ({
	default: (await import('./not-found-page.tsx')).AdminNotFoundPage,
}));

const pages = (Object.keys(SECTIONS) as AdminPageName[]).map((name) => {
	const { path, access } = ADMIN_PAGE_TABLE[name];
	const { load } = SECTIONS[name];
	const Page = lazy(async () => ({ default: await loadPageComponent(name, load) }));
	return { path, access, element: <Page /> };
});

const routes: RouteObject[] = [
	...pages.filter(({ access }) => access === 'anyone'),
	{
		element: <RequireAdmin />,
		children: [
			{ path: ADMIN_ROOT, element: <Navigate to={ADMIN_PAGES.dashboard} replace /> },
			...pages.filter(({ access }) => access !== 'anyone'),
		],
	},
	{ element: <LayoutIfSignedIn />, children: [{ path: '*', element: <NotFoundPage /> }] },
];

/** The routes of the back-office. The module of a page is loaded when the page is first opened. */
export function AdminRouter() {
	return useRoutes(routes);
}

/** Shows the not-found page: with the menu to administrators, and without the menu to people who are not signed in. */
function LayoutIfSignedIn() {
	return useStoredAdmin() ? <RequireAdmin /> : <Outlet />;
}
