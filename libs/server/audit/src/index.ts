export {
  type ChainHead,
  type ChainName,
  type ChainProblem,
  type Verification,
  verifyAuditLog,
} from './verify';
