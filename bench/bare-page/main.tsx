import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Link, Route, Routes } from 'react-router';
import type { BareItem } from './bare-item.ts';
import './style.css';

/*
 * What Lighthouse's figures of our pages stand beside: a list of items as one would begin it, drawn in the browser from one
 * answer of an API, and nothing else.
 */
function ListPage() {
	const { data } = useQuery({
		queryKey: ['items'],
		queryFn: async (): Promise<BareItem[]> => (await fetch('/api/items')).json(),
	});
	return (
		<main>
			<h1>On sale</h1>
			<ul>
				{data?.map(({ id, title, price, photo }, place) => (
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
								loading={place < 6 ? 'eager' : 'lazy'}
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
