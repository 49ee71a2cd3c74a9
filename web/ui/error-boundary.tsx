import { Component, type ReactNode, useEffect, useState } from 'react';
import { PAGES } from '#contract/core/pages.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { useIsOnline } from '#web/ui/use-is-online.ts';

interface Props {
	children: ReactNode;
}

/** Shows an error instead of a page that crashed; header and navigation stay. */
export class ErrorBoundary extends Component<Props, { hasFailed: boolean }> {
	override state = { hasFailed: false };

	static getDerivedStateFromError() {
		return { hasFailed: true };
	}

	override render() {
		return this.state.hasFailed ? <FailedPage /> : this.props.children;
	}
}

/** A page that failed without a network is loaded again once the network is back. */
function FailedPage() {
	const isOnline = useIsOnline();
	const [hasFailedOffline] = useState(!isOnline);
	useEffect(() => {
		if (hasFailedOffline && isOnline) window.location.reload();
	}, [hasFailedOffline, isOnline]);
	const message = hasFailedOffline
		? 'You are offline. This page opens when you are back online.'
		: 'This page did not load properly.';

	return (
		<ErrorState isPage message={message}>
			{!hasFailedOffline && (
				<Button variant="main" onClick={() => window.location.reload()}>
					Load it again
				</Button>
			)}
			<ButtonLink to={PAGES.home}>Go Home</ButtonLink>
		</ErrorState>
	);
}
