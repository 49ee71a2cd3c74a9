import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Link, Route, Routes } from 'react-router';
import type { BaselineItem } from './baseline-item.ts';
import './style.css';

/*
 * The page that the site's pages are compared with: a plain list of items, rendered in the browser from one API response.
 * The router does nothing here; it is included because a comparable site would load one.
 */
function ListPage() {
	const { data } = useQuery({
		queryKey: ['items'],
		queryFn: async (): Promise<BaselineItem[]> => (await fetch('/api/items')).json(),
	});
	return (
		<main>
			<h1>On sale</h1>
			<ul>
				{data?.map(({ id, title, price, photo }, index) => (
					<li key={id}>
						{photo && (
							<img
								{...{
									src: photo.src,
									srcSet: photo.srcset,
									width: photo.width,
									height: photo.height,
								}}
								sizes="46vw"
								alt=""
								loading={index < 6 ? 'eager' : 'lazy'}
							/>
						)}
						<Link to={`/item/${id}`}>{title}</Link>
						<p>₹{price}</p>
					</li>
				))}
			</ul>
		</main>
	);
}

const root = document.getElementById('root');
if (root) {
	createRoot(root).render(
		<QueryClientProvider client={new QueryClient()}>
			<BrowserRouter>
				<Routes>
					<Route path="*" element={<ListPage />} />
				</Routes>
			</BrowserRouter>
		</QueryClientProvider>,
	);
}
