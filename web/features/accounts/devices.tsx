import { useQuery } from '@tanstack/react-query';
import { Laptop, Smartphone } from 'lucide-react';
import { useRef, useState } from 'react';
import type { listSessions } from '#contract/accounts/endpoints.ts';
import type { Parsed } from '#contract/core/endpoint.ts';
import { formErrorMessage } from '#web/lib/api/form-errors.ts';
import { formatDay } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Section } from '#web/ui/section.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TimeAgo } from '#web/ui/time-ago.tsx';
import { sessionsQuery, useEndSession } from './queries.ts';
import { SignOutEverywhereDialog } from './sign-out-everywhere-dialog.tsx';

type Device = Parsed<typeof listSessions.reply>['sessions'][number];

/** The user's sessions, each with a button to sign it out, and one button to sign out all of them. */
export function Devices() {
	const sessions = useQuery(sessionsQuery());
	const ending = useEndSession();
	const heading = useRef<HTMLHeadingElement>(null);
	const [isConfirming, setIsConfirming] = useState(false);

	return (
		<Section
			title="Devices"
			anchor="devices"
			headingRef={heading}
			lead="Everywhere you are signed in. If one is not yours, sign it out and change your password."
		>
			{sessions.isPending && <Skeleton className="h-24" />}
			{sessions.error && !sessions.data && (
				<LoadFailure
					message={formErrorMessage(sessions.error)}
					onRetry={() => void sessions.refetch()}
				/>
			)}
			{sessions.data && (
				<ul aria-label="Devices" className="grid divide-y divide-line">
					{sessions.data.map((device) => (
						<DeviceRow
							key={device.id}
							device={device}
							isEnding={ending.isPending && ending.variables === device.id}
							// The row and its button are removed, so the focus moves to the heading.
							onEnd={() => ending.mutate(device.id, { onSuccess: () => heading.current?.focus() })}
						/>
					))}
				</ul>
			)}
			{ending.error && <FormAlert>{formErrorMessage(ending.error)}</FormAlert>}
			<Button onClick={() => setIsConfirming(true)} className="justify-self-start">
				Sign out everywhere
			</Button>
			<SignOutEverywhereDialog open={isConfirming} onClose={() => setIsConfirming(false)} />
		</Section>
	);
}

interface DeviceRowProps {
	device: Device;
	isEnding: boolean;
	onEnd: () => void;
}

function DeviceRow({ device, isEnding, onEnd }: DeviceRowProps) {
	const Icon = /android|iphone|ipad|ios/i.test(device.device) ? Smartphone : Laptop;

	return (
		<li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3 first:pt-0">
			<Icon aria-hidden="true" className="size-6 shrink-0 text-ink-soft" />
			<p className="min-w-0 flex-1 basis-40">
				<span className="font-semibold wrap-anywhere">{device.device}</span>
				<span className="block text-xs text-ink-soft">
					{device.isCurrent ? (
						<span className="font-semibold text-good">This device</span>
					) : (
						<>
							Last seen <TimeAgo iso={device.lastSeenAt} />
						</>
					)}
					{' · '}signed in {formatDay(device.createdAt)}
				</span>
			</p>
			{!device.isCurrent && (
				<Button
					size="small"
					busy={isEnding}
					onClick={onEnd}
					aria-label={`Sign out ${device.device}`}
				>
					Sign out
				</Button>
			)}
		</li>
	);
}
