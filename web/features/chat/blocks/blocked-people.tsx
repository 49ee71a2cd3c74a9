import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { BLOCK_MESSAGES } from '#contract/chat/blocks.ts';
import { formErrorMessage } from '#web/lib/api/form-errors.ts';
import { formatDay } from '#web/lib/format.ts';
import { personPath } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Section } from '#web/ui/section.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { blockedPeopleQuery } from './blocked-people-query.ts';
import { useUnblock } from './queries.ts';

/** The account page's list of blocked people, with a button to unblock each. */
export function BlockedPeople() {
	const blocked = useQuery(blockedPeopleQuery());
	const unblock = useUnblock();
	const heading = useRef<HTMLHeadingElement>(null);

	return (
		<Section
			title="Blocked people"
			anchor="blocked"
			headingRef={heading}
			lead="Neither of you gets the other’s messages. They are not told."
		>
			{blocked.isPending && <Skeleton className="h-12" />}
			{blocked.error && !blocked.data && (
				<LoadFailure
					message={formErrorMessage(blocked.error)}
					onRetry={() => void blocked.refetch()}
				/>
			)}
			{blocked.data?.length === 0 && (
				<p className="text-sm text-ink-soft">
					You have not blocked anyone. You can block people from a chat or from their page.
				</p>
			)}
			{blocked.data && blocked.data.length > 0 && (
				<ul aria-label="Blocked people" className="grid divide-y divide-line">
					{blocked.data.map(({ id, userName, blockedAt }) => (
						<li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3 first:pt-0">
							<p className="min-w-0 flex-1 basis-40">
								<Link
									to={personPath(id)}
									className="inline-flex min-h-11 items-center font-semibold wrap-anywhere text-link"
								>
									{userName}
								</Link>
								<span className="block text-xs text-ink-soft">Blocked {formatDay(blockedAt)}</span>
							</p>
							<Button
								size="small"
								busy={unblock.isPending && unblock.variables === id}
								// The row and its button are removed, so the focus moves to the heading.
								onClick={() => unblock.mutate(id, { onSuccess: () => heading.current?.focus() })}
								aria-label={BLOCK_MESSAGES.unblock(userName)}
							>
								Unblock
							</Button>
						</li>
					))}
				</ul>
			)}
		</Section>
	);
}
