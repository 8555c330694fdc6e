import { describeContract } from '../../support/contract/describe-contract.ts';

describeContract(Number(process.env.CONTRACT_RUNS ?? 150));
