import { useState } from 'react';
import { StatusWord } from '#web/admin/kit/status-word.tsx';
import { Button } from '#web/ui/button.tsx';
import { Section } from '#web/ui/section.tsx';
import { BeginTwoStep, type Secret } from './begin-two-step.tsx';
import { ConfirmTwoStep } from './confirm-two-step.tsx';
import { EndTwoStep } from './end-two-step.tsx';

/** Two-step sign-in: set up by password, picture and first code; turned off by password and code. */
export function TwoStep({ isOn }: { isOn: boolean }) {
	const [secret, setSecret] = useState<Secret>();
	const [isEnding, setIsEnding] = useState(false);

	return (
		<Section
			title="Two-step sign-in"
			lead="Besides your password you enter a code from an app on your phone, so a stolen password is not enough."
		>
			<p className="text-sm">
				<StatusWord tone={isOn ? 'good' : 'quiet'}>{isOn ? 'On' : 'Off'}</StatusWord>
			</p>
			{!isOn && !secret && <BeginTwoStep onBegun={setSecret} />}
			{!isOn && secret && <ConfirmTwoStep secret={secret} onDone={() => setSecret(undefined)} />}
			{isOn && !isEnding && (
				<Button onClick={() => setIsEnding(true)} className="justify-self-start">
					Turn it off
				</Button>
			)}
			{isOn && isEnding && <EndTwoStep onDone={() => setIsEnding(false)} />}
		</Section>
	);
}
