import { lazy } from 'react';
import { type RouteObject, useRoutes } from 'react-router';
import { PAGE_TABLE, type PageName } from '#contract/core/pages.ts';
import { loadPageComponent } from '#web/lib/page-module.ts';
import { lazyPage } from './navigation/lazy-page.tsx';
import { RequireSession } from './require-session.tsx';
import { ROUTES } from './routes.ts';

const NotFoundPage = lazy(async () => ({
	default: (await import('./shell/market-not-found-page.tsx')).MarketNotFoundPage,
}));

const pages = (Object.keys(ROUTES) as PageName[]).map((name) => {
	const { path, access } = PAGE_TABLE[name];
	const { load, isKeptWithoutSession = false } = ROUTES[name];
	const Page = lazyPage(path, () => loadPageComponent(name, load));
	return { path, access, isKeptWithoutSession, element: <Page /> };
});

const routes: RouteObject[] = [
	...pages.filter(({ access }) => access === 'anyone'),
	...[false, true].map((keepMounted) => ({
		element: <RequireSession keepMounted={keepMounted} />,
		children: pages.filter(
			(page) => page.access === 'user' && page.isKeptWithoutSession === keepMounted,
		),
	})),
	{ path: '*', element: <NotFoundPage /> },
];

/** The routes of the app. Every page is loaded on demand. */
export function Router() {
	return useRoutes(routes);
}
