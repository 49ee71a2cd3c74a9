import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { readStoredAdmin, watchToken } from '#web/admin/lib/token.ts';
import { createQueryClient } from '#web/lib/api/query-client.ts';
import { AdminApp } from './app.tsx';
import './admin.css';

const queryClient = createQueryClient();

/** The administrator whose data is cached. A logout, or the sign-in of another administrator, clears the cache. */
let cachedAdminId = readStoredAdmin()?.id;
watchToken(() => {
	const id = readStoredAdmin()?.id;
	if (id === cachedAdminId) return;
	cachedAdminId = id;
	queryClient.clear();
});

/** A data router, although no route loads data: only a data router can block navigation. */
const router = createBrowserRouter([{ path: '*', element: <AdminApp /> }]);

const root = document.getElementById('root');
if (root) {
	createRoot(root).render(
		<StrictMode>
			<QueryClientProvider client={queryClient}>
				<RouterProvider router={router} />
			</QueryClientProvider>
		</StrictMode>,
	);
}
